import { z } from 'zod';
import { type ProblemCode, problemCodes } from '../workflow/problem.ts';
import { components } from './components.ts';

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
  })
  .register(components, { id: 'WorkflowProblem' });

export const validationSchema = z
  .object({ valid: z.boolean(), errors: z.array(workflowProblemSchema), warnings: z.array(workflowProblemSchema) })
  .register(components, { id: 'Validation' });
