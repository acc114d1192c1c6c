import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors/app-error.ts';
import { components } from './components.ts';

/** The body of every error, including those of the framework. */
export const errorBodySchema = z
  .object({
    error: z.object({
      code: z
        .enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
        .meta({ description: 'Stable identifier of the kind of error.' }),
      number: z.int().optional().meta({ description: 'Numeric code of some kinds of errors.' }),
      message: z.string().meta({ description: 'What happened and where.' }),
      details: z.record(z.string(), z.json()).optional().meta({
        description: 'Data of the error, such as `problems`; `privateHost` for an address that `allowHost` would allow.',
      }),
      requestId: z.string().meta({ description: 'Id of the request, as in the header `x-request-id` and in the server log.' }),
    }),
  })
  .register(components, { id: 'Error' });
export type ErrorBody = z.output<typeof errorBodySchema>;
