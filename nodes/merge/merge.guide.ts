import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import mergeNode from './merge.node.ts';

export default defineNodeGuide(mergeNode, {
  examples: [
    {
      title: 'By node',
      config: { mode: 'object' },
      input: { text: 'Short.' },
      fires: { out: { value: { source: { text: 'Short.' } } } },
    },
    { title: 'As a list', config: { mode: 'list' }, input: 7, fires: { out: { value: [7] } } },
    { title: 'The branch that was taken', config: { mode: 'first' }, input: 'only me', fires: { out: { value: 'only me' } } },
  ],
  docs: `Waits until every incoming branch has arrived or been skipped, then combines the values: \`{{merge.value}}\`. A skipped branch is ignored.
After a **Condition** use **first**: the value of the branch that ran.`,
});
