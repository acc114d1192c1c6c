import { defineNodeGuide } from '#lib/node-kit/define-node-guide.ts';
import replyNode from './reply.node.ts';

export default defineNodeGuide(replyNode, {
  examples: [
    {
      title: 'Announce what happens next',
      config: { text: 'I am looking that up, {{start.name}}.' },
      scope: { start: { name: 'Ada' } },
      fires: { out: { text: 'I am looking that up, Ada.' } },
    },
    {
      title: 'Stream the answer of a model',
      config: { text: '{{answer.output}}', from: 'answer' },
      scope: { answer: { output: 'It scatters.' } },
      fires: { out: { text: 'It scatters.' } },
    },
  ],
  docs: `A reply goes to the caller when the node runs, in the middle of the run: as the event \`reply\` of the stream, and as a message of a chat. It is sent
once, after a crash and in retries too. The session remembers all replies of a turn as its answer.

When a workflow has reply nodes, a caller of the published workflow gets the replies, and of the texts that models write only those that a reply
is **streamed from**. Without reply nodes it gets what becomes an output. The outputs of \`end\` are the result in both cases.`,
});
