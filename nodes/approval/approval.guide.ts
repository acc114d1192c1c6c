import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import approvalNode from './approval.node.ts';

const DAY_MS = 86_400_000;

export default defineNodeGuide(approvalNode, {
  examples: [
    {
      title: 'Ask before sending',
      config: { title: 'Send this answer?', value: '{{draft.output}}' },
      scope: { draft: { output: 'Dear Ada' } },
    },
    {
      title: 'Decide on what came in',
      config: { title: 'Pay the invoice?', message: 'It is for {{start.amount}}.', expiresInMs: DAY_MS },
      scope: { start: { amount: 12 } },
      input: { amount: 12 },
    },
  ],
  docs: `The run waits here, for days if needed; nodes that do not depend on it continue, and waiting uses no memory. Decide on the page of the
run, by the API or on the command line.

**approved** carries the value, with any edits; **rejected** carries \`{ comment, reason }\`, where \`reason\` is \`expired\` when the time
ran out.`,
});
