import { z } from 'zod';
import { messageValueSchema } from '#lib/interaction/message-value.ts';
import { checkProcessorConfig, processorNameSchema } from '#lib/interaction/processor-step.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

const config = z
  .object({
    processorName: processorNameSchema.meta({
      title: 'Processor',
      description: 'What makes the conversation smaller.',
      expression: 'literal',
    }),
    processorConfig: z
      .record(z.string(), z.json())
      .optional()
      .meta({
        title: 'Settings',
        description: 'What the processor takes; its defaults when empty.',
        expression: 'literal',
        ui: { widget: 'json' },
      }),
    conversation: z.string().min(1).optional().meta({
      title: 'Conversation',
      description: 'Name of the conversation that is processed, for all nodes that go on with it.',
      expression: 'literal',
    }),
    messages: z
      .json()
      .optional()
      .meta({
        title: 'Messages',
        description: 'What is processed when no conversation is named: a list of messages, as of a model node.',
        ui: { placeholder: '{{answer.messages}}' },
      }),
    model: z
      .string()
      .min(1)
      .default('default')
      .meta({
        title: 'Model',
        description: 'Writes the summaries, where the processor wants any.',
        expression: 'literal',
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
        message: "own is each node's own conversation: name one that nodes share",
      });
    if ((conversation === undefined) === (messages === undefined))
      issues.push({
        code: 'custom',
        path: ['messages'],
        input: messages,
        message: 'Name a conversation or give messages, one of the two',
      });
  });

export default defineNode({
  id: 'context-processor',
  version: 1,
  title: 'Context processor',
  summary: 'Shortens a conversation with a model.',
  icon: 'scissors',
  category: 'model',
  config,
  outputs: {
    out: port('Conversation', z.object({ messages: z.array(messageValueSchema), originalTokens: z.int(), newTokens: z.int() })),
  },
  effects: 'read',
  examples: [
    {
      title: 'Keep the latest two messages',
      config: {
        processorName: 'keep-recent',
        processorConfig: { keep: 2 },
        messages: [
          { role: 'user', content: 'Which is the largest planet?' },
          { role: 'assistant', content: 'Jupiter.' },
          { role: 'user', content: 'And the smallest?' },
          { role: 'assistant', content: 'Mercury.' },
        ],
      },
    },
    {
      title: 'Sum up what a model did',
      config: { processorName: 'summarize-rounds', messages: '{{answer.messages}}' },
      scope: {
        answer: {
          messages: [
            { role: 'user', content: 'Which is the largest planet?' },
            { role: 'assistant', content: 'Jupiter.' },
          ],
        },
      },
    },
  ],
  docs: `Gives \`{ messages, originalTokens, newTokens }\`. Processes a named **conversation**, which all nodes of that name then go on with, or the **messages** of a value.

- \`compress-tool-results\` keeps the last large tool results (\`keep\`, 3); in the place of older ones stands which tool gave them and where they are.
- \`summarize-rounds\` keeps every user message; what the assistant did between two of them becomes an \`[Assistant Execution Summary]\` that the **model** writes.
  When it fails, a list of what was done.
- \`keep-recent\` keeps the latest messages (\`keep\`, 5); the rest becomes a \`[Previous conversation summary]\`: goal, work done, files, commands, findings, open points.

Model nodes do the first two by themselves before each call: see their *context processors*.`,
});
