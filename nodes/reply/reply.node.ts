import { z } from 'zod';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

const NODE_ID = /^[a-z][a-z0-9_]*$/;

export default defineNode({
  id: 'reply',
  version: 1,
  title: 'Reply',
  summary: 'Sends a text to the caller in the middle of the run.',
  icon: 'message-square',
  category: 'flow',
  config: z.object({
    text: z
      .string()
      .min(1, 'Write the reply')
      .meta({
        title: 'Text',
        description: 'Text that the caller gets at once. Insert values of other nodes with {{node.field}}.',
        ui: { widget: 'textarea', placeholder: '{{answer.output}}' },
      }),
    from: z
      .string()
      .regex(NODE_ID, 'This is the id of a node: small letters, digits and _')
      .optional()
      .meta({
        title: 'Streamed from',
        description: 'The LLM node whose answer this is: the caller reads it while the model writes it.',
        expression: 'literal',
        ui: { placeholder: 'answer' },
      }),
  }),
  outputs: { out: port('Reply', z.object({ text: z.string() })) },
  // The log has it once.
  effects: 'read',
  reaches: {},
  mainField: 'text',
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
