import { z } from 'zod';

/** What a validator found of a tool's result. */
export const verdictSchema = z.object({
  isValid: z.boolean(),
  isUnclear: z
    .literal(true)
    .optional()
    .meta({ description: 'The model gave no verdict that can be read, so that the result counts as valid without a check.' }),
  by: z.string().meta({ description: '`rule`, or the name of the model that judged.' }),
  reason: z.string().meta({ description: 'Why; for a valid result what was checked.' }),
  problems: z.array(z.string()).optional().meta({ description: 'What is wrong with it, one by one.' }),
});
export type Verdict = z.output<typeof verdictSchema>;
