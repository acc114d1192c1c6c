import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import conditionNode from './condition.node.ts';

export default defineNodeGuide(conditionNode, {
  examples: [
    {
      title: 'A number above a limit',
      config: { when: 'order.total > 100.0' },
      scope: { order: { total: 250 } },
      input: { total: 250 },
      fires: { true: { total: 250 } },
    },
    {
      title: 'A text that does not match',
      config: { when: "order.country == 'NL'" },
      scope: { order: { country: 'BE' } },
      input: 'as it came',
      fires: { false: 'as it came' },
    },
  ],
  docs: `Write the condition in CEL: \`start.count > 3\`, \`order.country == 'NL' && order.total > 100.0\`,
\`'urgent' in mail.tags\`, \`has(start.note)\`. It must be true or false; anything else is an error.

The input value is passed on unchanged at **true** or at **false**. The other branch is skipped, and a join after both does not wait for it.`,
});
