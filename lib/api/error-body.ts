import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors/app-error.ts';
import { components } from './components.ts';

/** The one shape of every error, the framework's own included. */
export const errorBodySchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]).meta({ description: 'Stable, for programs.' }),
      number: z.int().optional().meta({ description: 'The number of this kind of error, where it has one: 1001 to 5002.' }),
      message: z.string().meta({ description: 'For people: what happened and where.' }),
      details: z.record(z.string(), z.json()).optional().meta({ description: 'What a program may act on, such as `problems`.' }),
      requestId: z.string().meta({ description: 'Also in the header `x-request-id` and in the server log.' }),
    }),
  })
  .register(components, { id: 'Error' });
export type ErrorBody = z.output<typeof errorBodySchema>;
