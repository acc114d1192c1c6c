import { z } from 'zod';
import { runStatusSchema } from '../run/run-status.ts';
import { sessionStatusSchema } from './session-status.ts';

const sessionId = z.string().min(1).max(100);

/** What a client sends. `sessionId` is the `id` of a session. */
export const clientMessageSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('subscribe'), sessionId }),
  z.strictObject({ type: z.literal('unsubscribe'), sessionId }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ClientMessage = z.output<typeof clientMessageSchema>;

/** Why there is a notification. */
const notificationKindSchema = z.enum(['run-ended', 'approval-requested']);

const notificationSchema = z.object({
  id: z.string().meta({ description: 'The same notification has the same id, also after a reconnect.' }),
  kind: notificationKindSchema,
  at: z.iso.datetime(),
  title: z.string(),
  message: z.string(),
  runId: z.string(),
  workflowId: z.string().nullable(),
  sessionId: z.string().nullable().meta({ description: 'The session whose turn the run is.' }),
  status: runStatusSchema,
  artifactId: z.string().optional().meta({ description: 'The latest document that the run made.' }),
});
export type Notification = z.output<typeof notificationSchema>;

/** What the server sends. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pong'), at: z.iso.datetime().meta({ description: 'For `after` when it connects again.' }) }),
  z.object({
    type: z.literal('session_update'),
    sessionId,
    data: z.object({ status: sessionStatusSchema, runId: z.string().nullable() }),
  }),
  z.object({ type: z.literal('notification'), data: notificationSchema }),
  z.object({
    type: z.literal('error'),
    sessionId: sessionId.optional(),
    error: z.object({ code: z.string(), message: z.string() }),
  }),
]);
export type ServerMessage = z.output<typeof serverMessageSchema>;
