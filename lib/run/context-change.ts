import { z } from 'zod';

const MAX_MESSAGES = 200;

/** A model call of a run that is made again, and how its conversation differs. */
export const contextChangeSchema = z.strictObject({
  callId: z.string().min(1).max(200).meta({ description: 'A model call of a node itself, as its `llm_call` event names it.' }),
  drop: z
    .array(z.int().nonnegative())
    .max(MAX_MESSAGES)
    .default([])
    .meta({ description: 'Messages of its request that are not sent again, by index. Results go with their call.' }),
  pin: z
    .array(z.int().nonnegative())
    .max(MAX_MESSAGES)
    .default([])
    .meta({ description: 'Messages of its request that context processors keep from then on, by index.' }),
  pinRemoved: z
    .array(z.string().min(1).max(100))
    .max(MAX_MESSAGES)
    .default([])
    .meta({ description: 'Messages that come back, by `hash` of `removed` in a `context_compacted` event before the call.' }),
});
export type ContextChange = z.output<typeof contextChangeSchema>;
