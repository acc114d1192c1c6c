import { z } from 'zod';

/** What one task may take; an agent's own limits hold as well. */
const budgetSchema = z.strictObject({
  maxSteps: z.int().min(1).max(100).optional().meta({ title: 'Model calls', description: 'How often its model may be asked.' }),
  maxToolCalls: z.int().min(0).max(1000).optional().meta({ title: 'Tool calls', description: 'How many tools it may call.' }),
});

/** A task for a worker (spec AG-7), beside who is to do it. */
export const workerTaskSchema = z.strictObject({
  task: z
    .string()
    .min(1)
    .max(20_000)
    .meta({ title: 'Task', description: 'What is to be done, with everything the worker has to know: it sees nothing else.' }),
  scope: z.string().max(5000).optional().meta({
    title: 'Scope',
    description: 'What belongs to the task and what does not. Scopes of several workers must not overlap.',
  }),
  stopCondition: z
    .string()
    .max(2000)
    .optional()
    .meta({ title: 'Stop condition', description: 'When the worker has done enough.' }),
  allowedTools: z
    .array(z.string().min(1))
    .max(50)
    .optional()
    .meta({ title: 'Tools', description: 'Of the tools the worker has, those it may use. All of them when left out.' }),
  outputSchema: z.record(z.string(), z.unknown()).optional().meta({
    title: 'Data schema',
    description: 'JSON Schema of `data` in the result, where the task asks for a value of a certain form.',
  }),
  budget: budgetSchema.optional().meta({ title: 'Budget', description: 'What the task may take at most.' }),
});
export type WorkerTask = z.output<typeof workerTaskSchema>;

const evidenceSchema = z.object({
  url: z.string().optional(),
  quote: z.string().optional(),
  sourceMessageId: z.string().optional(),
  artifactId: z.string().optional(),
});

/** What comes back from a worker (spec AG-4), and all of it: what it read and thought stays with it. */
export const workerResultSchema = z.object({
  summary: z.string().min(1).meta({ description: 'What came out, in a few sentences.' }),
  evidence: z
    .array(evidenceSchema)
    .meta({ description: 'What the summary rests on; an empty list when it rests on nothing but a tool.' }),
  openQuestions: z.array(z.string()).optional(),
  nextSteps: z.array(z.string()).optional(),
  data: z.unknown().optional().meta({ description: 'As the data schema of the task wants it, where it has one.' }),
});
export type WorkerResult = z.output<typeof workerResultSchema>;
