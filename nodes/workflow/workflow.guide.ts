import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import workflowNode from './workflow.node.ts';

export default defineNodeGuide(workflowNode, {
  examples: [
    {
      title: 'Answer a question by another workflow',
      config: { workflowId: 'wf_answer', version: 3, inputs: { question: '{{start.question}}' } },
      scope: { start: { question: 'Why?' } },
    },
  ],
  docs: `Runs another workflow inside this run. Its nodes are part of the same log, under paths such as \`call[0]/answer\`; its approvals
suspend and resume this run, and it counts against the limits of this run. Its value is the outputs of its end nodes: \`{{call.answer}}\`. It
reads only its inputs, has its own conversations, and ignores pinned values.

The called workflow is frozen with the run: later changes affect neither this run nor its page. Publishing freezes it too. A workflow that
calls itself, directly or through others, is refused.`,
});
