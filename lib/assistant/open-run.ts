import { z } from 'zod';

/** A run as the assistant reads it: how it ended, and its nodes with shortened values. */
export const openRunSchema = z.object({
  runId: z.string(),
  status: z.string(),
  inputs: z.json().optional(),
  error: z.json().optional(),
  nodes: z.array(z.looseObject({ nodeId: z.string(), status: z.string() }).catchall(z.json())),
});
export type OpenRun = z.output<typeof openRunSchema>;
