import { z } from 'zod';
import { slotNameSchema } from '#lib/credentials/credential-type.ts';
import { defineNode, port } from '#lib/node-kit/define-node.ts';

const HOUR_MS = 3_600_000;
const answer = z.object({
  text: z.string(),
  data: z.unknown(),
  taskId: z.string().nullable(),
  contextId: z.string().nullable(),
});

export default defineNode({
  id: 'a2a-agent',
  version: 1,
  title: 'A2A agent',
  summary: 'Gives a task to an agent on another server over the A2A protocol.',
  icon: 'radio-tower',
  category: 'tool',
  config: z.object({
    url: z
      .string()
      .trim()
      .min(1, 'Enter the address of the agent')
      .max(10_000)
      .meta({
        title: 'Agent',
        description: 'Address of the agent, or of its agent card.',
        ui: { placeholder: 'https://example.com/agents/support' },
      }),
    auth: slotNameSchema.optional().meta({
      title: 'Credential',
      description: 'Name of a credential in the settings of the workflow. It is added where the requests leave.',
      expression: 'literal',
      refersTo: 'credential',
    }),
    message: z
      .string()
      .max(1_000_000)
      .default('')
      .meta({
        title: 'Message',
        description: 'What the agent is to do.',
        expression: 'text',
        ui: { widget: 'textarea', placeholder: '{{start.question}}' },
      }),
    data: z
      .json()
      .optional()
      .meta({
        title: 'Data',
        description: 'Sent with the message as a part of its own, as JSON.',
        ui: { widget: 'json' },
      }),
    contextId: z
      .string()
      .max(500)
      .optional()
      .meta({
        title: 'Context',
        description: 'Continues a conversation with the agent. When empty, a new one begins.',
        expression: 'text',
        ui: { group: 'Conversation' },
      }),
    taskId: z
      .string()
      .max(500)
      .optional()
      .meta({
        title: 'Task',
        description: 'Answers a task that asked back. When empty, the message is a new task.',
        expression: 'text',
        ui: { group: 'Conversation' },
      }),
    timeoutMs: z
      .int()
      .min(1000)
      .max(HOUR_MS)
      .default(300_000)
      .meta({
        title: 'Time limit',
        description: 'How long the task may take. After that it is cancelled. A plain number is milliseconds.',
        ui: { widget: 'duration', group: 'Advanced' },
      }),
  }),
  outputs: {
    out: port('Result', answer),
    asks: port('Asks back', answer),
  },
  effects: 'write',
  reaches: ({ url, auth }) => ({ urls: url, credentials: auth }),
  mainField: 'text',
  detailFields: ['data', 'taskId', 'contextId'],
});
