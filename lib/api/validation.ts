import { z } from 'zod';
import problemSentences from '../i18n/messages/problems.en.json' with { type: 'json' };
import { type ProblemCode, problemCodes } from '../workflow/problem.ts';
import type { ProblemTextKey } from '../workflow/problem-text.ts';
import { components } from './components.ts';

const problemTextSchema = z.object({
  key: z.enum(Object.keys(problemSentences) as [ProblemTextKey, ...ProblemTextKey[]]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What a problem says, as data. */
export const problemTextsSchema = z.object({ message: problemTextSchema, hint: problemTextSchema.optional() });

/** One thing that is wrong with a document, and what to do about it. */
const workflowProblemSchema = z
  .object({
    code: z.enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]]).meta({ description: 'Stable, for programs.' }),
    severity: z.enum(['error', 'warning']).meta({ description: 'Errors stop a run; warnings do not.' }),
    message: z.string(),
    nodeId: z.string().optional(),
    edgeId: z.string().optional(),
    path: z.string().optional().meta({ description: 'The field at fault, as `config.userPrompt`.' }),
    at: z.object({ line: z.int(), column: z.int() }).optional().meta({ description: 'Where in the field, from 1.' }),
    hint: z.string().optional(),
    texts: problemTextsSchema
      .optional()
      .meta({ description: 'The sentences of message and hint by key, and what is filled in, to be said in any language.' }),
  })
  .register(components, { id: 'WorkflowProblem' });

export const validationSchema = z
  .object({
    valid: z.boolean(),
    errors: z.array(workflowProblemSchema).meta({ description: 'The first hundred.' }),
    warnings: z.array(workflowProblemSchema).meta({ description: 'The first hundred.' }),
    omitted: z.int().positive().optional().meta({ description: 'How many further errors and warnings were found.' }),
  })
  .register(components, { id: 'Validation' });
