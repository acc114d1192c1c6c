import { z } from 'zod';
import { SANDBOX_CALLS, SANDBOX_FILES, SANDBOX_NETWORK } from '#lib/ports/sandbox.ts';
import { MAX_MESSAGE_CHARS, MAX_OUTPUT_CHARS, MAX_RESULT_CHARS } from '../sandbox-limits.ts';

/** Most characters of JSON text for one character, as in \u0000. */
const ESCAPED_CHARS = 6;
const MAX_REQUEST_CHARS = ESCAPED_CHARS * Math.max(2 * SANDBOX_NETWORK.maxRequestChars, SANDBOX_CALLS.maxCallChars);
/** A value as JSON text, once more as text inside of a message, and every file as base64. */
export const MAX_GUEST_LINE_CHARS = 2 * SANDBOX_FILES.maxTotalBytes + ESCAPED_CHARS * MAX_RESULT_CHARS;
/** Of one run: a line for each line that is printed, each request, and the end. */
export const MAX_GUEST_MESSAGES = 2 * MAX_OUTPUT_CHARS + SANDBOX_NETWORK.maxRequests + SANDBOX_CALLS.maxCalls;

const encodedFilesSchema = z.array(z.object({ name: z.string(), base64: z.string() })).max(SANDBOX_FILES.maxCount);
export type EncodedFile = z.output<typeof encodedFilesSchema>[number];

const messageTextSchema = z.string().transform((message) => message.slice(0, MAX_MESSAGE_CHARS));

/** What the code did wrong, or was stopped for. */
export const failureSchema = z.object({
  reason: z.enum(['syntax', 'threw', 'exited', 'timed-out', 'out-of-memory', 'bad-result', 'bad-files', 'crashed']),
  message: messageTextSchema,
  line: z.int().positive().optional(),
  exitCode: z.int().optional(),
});

const runNumber = z.int().nonnegative();

/** From a guest process, one line of JSON each. Untrusted: user code may have written it. */
export const guestMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('output'),
    runNumber,
    stream: z.enum(['stdout', 'stderr']),
    text: z.string().max(MAX_OUTPUT_CHARS * ESCAPED_CHARS),
  }),
  /** `request` is JSON text as the code made it. */
  z.object({
    type: z.literal('asked'),
    runNumber,
    requestNumber: z.int(),
    kind: z.enum(['fetch', 'call']),
    request: z.string().max(MAX_REQUEST_CHARS),
  }),
  /** `value` is JSON text as the code made it. */
  z.object({ type: z.literal('value'), runNumber, value: z.string(), files: encodedFilesSchema }),
  z.object({ type: z.literal('failure'), runNumber, failure: failureSchema }),
  /** The interpreter itself broke. */
  z.object({ type: z.literal('broken'), runNumber, message: messageTextSchema, isOutOfMemory: z.boolean() }),
]);

export type GuestMessage = z.output<typeof guestMessageSchema>;
export type GuestEnd = Extract<GuestMessage, { type: 'value' | 'failure' | 'broken' }>;

/** To a guest process, one line of JSON each. */
export type GuestOrder<Request> =
  | { readonly type: 'run'; readonly runNumber: number; readonly request: Request }
  /** The answer to a host request. `head` is JSON text of everything but the body. */
  | {
      readonly type: 'answer';
      readonly runNumber: number;
      readonly requestNumber: number;
      readonly head: string;
      readonly base64: string;
    };
