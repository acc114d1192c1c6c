import { z } from 'zod';
import { defineNode } from '#lib/node-kit/define-node.ts';
import { startInputsSchema, startValueSchema } from '#lib/workflow/start-inputs.ts';

export default defineNode({
  id: 'start',
  version: 1,
  title: 'Start',
  summary: 'The inputs of a run.',
  icon: 'circle-play',
  category: 'flow',
  config: z.object({
    inputs: startInputsSchema.default([]).meta({
      title: 'Inputs',
      description: 'Inputs of a run: fields of the form, the API request and the command line.',
      expression: 'literal',
      ui: { widget: 'inputs' },
    }),
    messageInput: z
      .string()
      .optional()
      .meta({
        title: 'Message input',
        description: 'The text input that a message of a chat is. When empty, the first text input, required ones first.',
        expression: 'literal',
        ui: { group: 'Chat' },
      }),
    opening: z
      .string()
      .max(2000)
      .optional()
      .meta({
        title: 'Opening line',
        description: 'What a chat with this workflow begins with.',
        expression: 'literal',
        ui: { group: 'Chat', widget: 'textarea', placeholder: 'How can I help you?' },
      }),
    suggestions: z
      .array(z.string().min(1, 'Write a question').max(200))
      .max(8)
      .optional()
      .meta({
        title: 'Suggested questions',
        description: 'Questions that a chat offers before the first message.',
        expression: 'literal',
        ui: { group: 'Chat' },
      }),
  }),
  inputs: [],
  outputs: (config) => ({ out: { title: 'Inputs', schema: startValueSchema(config) } }),
  effects: 'none',
  reaches: {},
});
