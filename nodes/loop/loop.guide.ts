import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import loopNode from './loop.node.ts';

export default defineNodeGuide(loopNode, {
  examples: [
    {
      title: 'Until it is good enough',
      config: { while: 'loop.last.output.score < 8', initial: { output: { text: '', score: 0 } }, max: 3, onMax: 'continue' },
      body: {
        containerId: 'again',
        nodes: [
          {
            id: 'improve',
            type: 'llm',
            config: {
              userPrompt: 'Improve this text and give it a score of 1 to 10: {{loop.last.output.text}}',
              outputSchema: {
                type: 'object',
                properties: { text: { type: 'string' }, score: { type: 'number' } },
                required: ['text', 'score'],
              },
            },
          },
        ],
      },
    },
    {
      title: 'Ask every minute until it is done',
      config: { while: 'loop.last.body.state != "done"', max: 60, everyMs: 60_000 },
      body: { containerId: 'poll', nodes: [{ id: 'ask', type: 'http', config: { url: 'https://example.com/jobs/7' } }] },
    },
  ],
  docs: `The body runs once, then again while the condition is true. Its nodes can read each other, the nodes before this one, \`{{loop.index}}\` (from
0) and \`{{loop.last}}\`, the value of the previous iteration. In the first iteration it is the **initial value**; without one write
\`{{loop.last.text | default: ""}}\`. The value of
an iteration is that of its only node without an outgoing edge, or an object of such nodes by id; the value of this node is that of the last
iteration.

With an **interval** the loop waits before each further iteration, as a \`wait\` node does: for days and through restarts, if needed. So it polls
until something is done.

The condition sees one \`now()\`, the start of the loop; to wait for a time, let a node of the body give \`{{= now() }}\`.

Finished iterations are not run again after a crash.`,
});
