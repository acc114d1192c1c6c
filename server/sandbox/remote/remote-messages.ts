import { z } from 'zod';
import { SANDBOX_FILES, SANDBOX_NETWORK, type SandboxFile, sandboxLanguages } from '#lib/ports/sandbox.ts';
import { failureSchema } from '../guest/guest-messages.ts';
import { MAX_MESSAGE_CHARS, MAX_RESULT_CHARS } from '../sandbox-limits.ts';

/** One run is one request to this path: lines of JSON go both ways until the one that ends it. */
export const RUN_PATH = '/run';
/** The longest line either way: all files of a run as base64, and as much again for the rest of it. */
export const MAX_LINE_CHARS = 3 * SANDBOX_FILES.maxTotalBytes + 2 * MAX_RESULT_CHARS + 2 * SANDBOX_NETWORK.maxAnswerBytes;
/** How often the sandbox sends a heartbeat during a run. */
export const HEARTBEAT_INTERVAL_MS = 2000;
/** Message type. The server and the sandbox may be of different versions. */
export const HEARTBEAT = 'heartbeat';

const MAX_RUN_MS = 60 * 60_000;
const MAX_MEMORY_MB = 4096;

const filesSchema = z.array(z.object({ name: z.string(), base64: z.base64() })).max(SANDBOX_FILES.maxCount);

/** To the sandbox, as the first line. */
export const orderSchema = z.object({
  language: z.enum(sandboxLanguages),
  code: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  args: z.array(z.string()),
  timeoutMs: z.number().positive().max(MAX_RUN_MS),
  memoryMb: z.number().positive().max(MAX_MEMORY_MB),
  files: filesSchema,
  keepsFiles: z.boolean(),
  environment: z.record(z.string(), z.string()),
  hasFetch: z.boolean(),
  hasTools: z.boolean(),
});
export type RemoteOrder = z.output<typeof orderSchema>;

/** To the sandbox after that: answers to host requests. `head` is JSON text of everything but the body. */
export const answerSchema = z.object({ number: z.int(), head: z.string(), base64: z.base64().optional() });
export type RemoteAnswer = z.output<typeof answerSchema>;

const messageSchema = z.string().transform((message) => message.slice(0, MAX_MESSAGE_CHARS));

/** From the sandbox. As untrusted as the code: an attacker may control the machine. */
export const remoteMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal(HEARTBEAT) }),
  z.object({ type: z.literal('output'), stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({ type: z.literal('asked'), number: z.int(), kind: z.enum(['fetch', 'call']), request: z.string() }),
  z.object({ type: z.literal('value'), value: z.unknown(), files: filesSchema.optional() }),
  z.object({ type: z.literal('failure'), failure: failureSchema }),
  /** The sandbox did not execute the code. */
  z.object({ type: z.literal('refused'), code: z.enum(['sandbox-busy', 'sandbox-failed']), message: messageSchema }),
]);
export type RemoteMessage = z.output<typeof remoteMessageSchema>;

export function encodeFiles(files: readonly SandboxFile[]): { name: string; base64: string }[] {
  return files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }));
}

export function decodeFiles(files: readonly { readonly name: string; readonly base64: string }[]): SandboxFile[] {
  return files.map(({ name, base64 }) => ({ name, bytes: Buffer.from(base64, 'base64') }));
}
