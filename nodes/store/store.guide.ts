import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import storeNode from './store.node.ts';

const DAY_MS = 86_400_000;

export default defineNodeGuide(storeNode, {
  examples: [
    { title: 'Handle each order once', config: { op: 'seen', key: 'orders/{{start.id}}' }, scope: { start: { id: 7 } } },
    { title: 'Count calls of a day', config: { op: 'add', key: 'calls', ttlMs: DAY_MS } },
    {
      title: 'Remember the last position',
      config: { op: 'set', key: 'cursor', value: '{{start.next}}' },
      scope: { start: { next: 12 } },
    },
  ],
  docs: `Values belong to the workspace: every workflow reads and writes the same ones, by their keys. The page **Store** lists them.

Each operation is atomic: of two runs that add 1 at the same time, both count, and of two that ask whether a key was **seen**, one gets **new**.
\`get\` and \`take\` return \`{ value, found }\`, \`set\` and \`add\` \`{ value }\`. A value may have 200,000 characters as JSON.

A write is done once for each start of its node, also if the process crashes in between: a run that resumes gets the result of the first time.`,
});
