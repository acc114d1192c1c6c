import { z } from 'zod';
import { runStatusSchema } from '../run/run-status.ts';

/** The status of a session: that of its latest turn, `idle` before the first one. */
export const sessionStatusSchema = z.enum([...runStatusSchema.options, 'idle']);
