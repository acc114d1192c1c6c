import { z } from 'zod';
import problemSentences from '../i18n/messages/problems.en.json' with { type: 'json' };
import type { ProblemTextKey } from '../i18n/problem-text.ts';
import { type ProblemCode, problemCodes } from '../workflow/problem.ts';
import { components } from './components.ts';

const problemTextSchema = z.object({
  key: z.enum(Object.keys(problemSentences) as [ProblemTextKey, ...ProblemTextKey[]]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** Texts of a problem as data, for translation. */
export const problemTextsSchema = z.object({ message: problemTextSchema, hint: problemTextSchema.optional() });

/** One problem of a document, with a hint. */
const workflowProblemSchema = z
  .object({
    code: z
      .enum(Object.keys(problemCodes) as [ProblemCode, ...ProblemCode[]])
      .meta({ description: 'Stable identifier of the kind of problem.' }),
    severity: z.enum(['error', 'warning']).meta({ description: 'Errors prevent a run; warnings do not.' }),
    message: z.string(),
    nodeId: z.string().optional(),
    edgeId: z.string().optional(),
    triggerId: z.string().optional(),
    path: z.string().optional().meta({ description: 'Path of the invalid field, such as `config.userPrompt`.' }),
    at: z.object({ line: z.int(), column: z.int() }).optional().meta({ description: 'Position in the field, from 1.' }),
    hint: z.string().optional(),
    texts: problemTextsSchema.optional().meta({ description: 'Keys and parameters of message and hint, for translation.' }),
  })
  .register(components, { id: 'WorkflowProblem' });

export const validationSchema = z
  .object({
    valid: z.boolean(),
    errors: z.array(workflowProblemSchema).meta({ description: 'At most 100.' }),
    warnings: z.array(workflowProblemSchema).meta({ description: 'At most 100.' }),
    omitted: z.int().positive().optional().meta({ description: 'Number of further errors and warnings.' }),
  })
  .register(components, { id: 'Validation' });
