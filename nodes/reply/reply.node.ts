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
      .regex(NODE_ID, 'This is the id of a node: lowercase letters, digits and _')
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
});
