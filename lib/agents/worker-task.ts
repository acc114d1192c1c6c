import { z } from 'zod';
import { citationSchema } from '../text/citation.ts';

/** Limits of one task, in addition to the agent's own. */
const budgetSchema = z.strictObject({
  maxSteps: z.int().min(1).max(100).optional().meta({ title: 'Model calls', description: 'Maximum number of model calls.' }),
  maxToolCalls: z.int().min(0).max(1000).optional().meta({ title: 'Tool calls', description: 'Maximum number of tool calls.' }),
});

/** A task for an agent, without the agent. */
export const workerTaskSchema = z.strictObject({
  task: z
    .string()
    .min(1)
    .max(20_000)
    .meta({ title: 'Task', description: 'The task with all information that the agent needs: it sees nothing else.' }),
  scope: z.string().max(5000).optional().meta({
    title: 'Scope',
    description: 'What belongs to the task and what does not. Scopes of several agents must not overlap.',
  }),
  stopCondition: z.string().max(2000).optional().meta({ title: 'Stop condition', description: 'When the agent is done.' }),
  allowedTools: z
    .array(z.string().min(1))
    .max(50)
    .optional()
    .meta({ title: 'Tools', description: 'Allowlist of the agent’s tools. Defaults to all of them.' }),
  outputSchema: z.record(z.string(), z.unknown()).optional().meta({
    title: 'Data schema',
    description: 'JSON Schema of `data` in the result, if the task needs structured data.',
  }),
  budget: budgetSchema.optional().meta({ title: 'Budget', description: 'Limits of the task.' }),
});
export type WorkerTask = z.output<typeof workerTaskSchema>;

const evidenceSchema = z.object({
  url: z.string().optional(),
  quote: z.string().optional(),
  sourceMessageId: z.string().optional(),
  artifactId: z.string().optional(),
});

/** The complete result of an agent; what it read and reasoned is not part of it. */
export const workerResultSchema = z.object({
  summary: z.string().min(1).meta({ description: 'The result in a few sentences.' }),
  evidence: z.array(evidenceSchema).meta({ description: 'Sources of the summary; empty if it is based only on tool results.' }),
  openQuestions: z.array(z.string()).optional(),
  nextSteps: z.array(z.string()).optional(),
  citations: z
    .array(citationSchema)
    .optional()
    .meta({ description: 'The sources that its texts cite as `[n]`. Made from its tool calls, not by the model.' }),
  finishReason: z
    .string()
    .optional()
    .meta({ description: 'How the answer ended, where it is not whole. Made from its model call, not by the model.' }),
  data: z.unknown().optional().meta({ description: 'Data that matches the data schema of the task, if it has one.' }),
});
export type WorkerResult = z.output<typeof workerResultSchema>;
