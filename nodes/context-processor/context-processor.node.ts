import { z } from 'zod';
import { messageValueSchema } from '#lib/interaction/message-value.ts';
import { checkProcessorConfig, processorNameSchema } from '#lib/interaction/processor-step.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

const config = z
  .object({
    processorName: processorNameSchema.meta({
      title: 'Processor',
      description: 'What is done to the conversation.',
      expression: 'literal',
    }),
    processorConfig: z
      .record(z.string(), z.json())
      .optional()
      .meta({
        title: 'Settings',
        description: 'Settings of the processor; its defaults when empty.',
        expression: 'literal',
        ui: { widget: 'json' },
      }),
    conversation: z.string().min(1).optional().meta({
      title: 'Conversation',
      description: 'Name of the shared conversation to process.',
      expression: 'literal',
    }),
    messages: z
      .json()
      .optional()
      .meta({
        title: 'Messages',
        description: 'Messages to process instead of a conversation: a list, for example of an LLM node.',
        ui: { placeholder: '{{answer.messages}}' },
      }),
    model: z
      .string()
      .min(1)
      .default('default')
      .meta({
        title: 'Model',
        description: 'Writes the summaries, if the processor needs any.',
        expression: 'literal',
        refersTo: 'model',
        ui: { widget: 'model', group: 'Advanced' },
      }),
  })
  .check(checkProcessorConfig)
  .check(({ value: { conversation, messages }, issues }) => {
    if (conversation === 'own')
      issues.push({
        code: 'custom',
        path: ['conversation'],
        input: conversation,
        message: 'own is the private conversation of a node: name a shared one',
      });
    if ((conversation === undefined) === (messages === undefined))
      issues.push({
        code: 'custom',
        path: ['messages'],
        input: messages,
        message: 'Set either a conversation or messages',
      });
  });

export default defineNode({
  id: 'context-processor',
  version: 1,
  title: 'Context processor',
  summary: 'Shortens a conversation with a model, or adds to it.',
  icon: 'scissors',
  category: 'model',
  config,
  outputs: {
    out: port('Conversation', z.object({ messages: z.array(messageValueSchema), originalTokens: z.int(), newTokens: z.int() })),
  },
  effects: 'read',
  reaches: ({ model }) => ({ models: model }),
  mainField: 'messages',
  detailFields: ['originalTokens', 'newTokens'],
});
