import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import type { ConversationFile, ConversationMessage } from '../conversation/conversation-inputs.ts';
import { requestProblem } from '../conversation/request-problem.ts';
import type { Calls } from '../openai/call-results.ts';
import { readCallerTools } from '../openai/caller-tools.ts';
import { isCallOfCaller } from '../openai/tool-calls.ts';

const MAX_MESSAGES = 5000;
const id = z.string().min(1).max(200);

const sourceSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('data'), value: z.base64(), mimeType: z.string().max(200) }),
  z.looseObject({ type: z.literal('url'), value: z.string() }),
  z.looseObject({ type: z.literal('file'), value: z.string() }),
]);
const partSchema = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.enum(['image', 'document', 'audio', 'video']), source: sourceSchema }),
]);
const messageSchema = z.looseObject({
  role: z.enum(['developer', 'system', 'assistant', 'user', 'tool', 'activity', 'reasoning']),
  content: z.union([z.string(), z.array(partSchema).max(200)]).optional(),
  /** Of an `assistant`. */
  toolCalls: z.array(z.looseObject({ id: z.string().max(200) })).nullish(),
  /** Of a `tool`. */
  toolCallId: z.string().max(200).optional(),
});
/** A tool that the client executes. */
const toolSchema = z.looseObject({
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.unknown().optional(),
});

/** The body of a run of AG-UI, as far as a workflow reads it. `forwardedProps.inputs`: further inputs by name. */
export const agentInputSchema = z.looseObject({
  threadId: id,
  runId: id,
  messages: z.array(messageSchema).max(MAX_MESSAGES).default([]),
  tools: z.array(toolSchema).default([]),
  forwardedProps: z.looseObject({ inputs: jsonObjectSchema.optional() }).nullish().catch(null),
  resume: z
    .array(z.looseObject({ interruptId: id, status: z.enum(['resolved', 'cancelled']), payload: z.unknown().optional() }))
    .max(100)
    .optional(),
});
export type AgentInput = z.output<typeof agentInputSchema>;

/** @throws {AppError} `body-invalid` for a file that is not sent with the message */
export function readMessages({ messages }: AgentInput): ConversationMessage[] {
  return messages.flatMap(({ role, content = '' }, index) => {
    if (role === 'tool' || role === 'activity' || role === 'reasoning') return [];
    const spoken = role === 'developer' ? 'system' : role;
    if (typeof content === 'string') return [{ role: spoken, content, files: [] }];
    const files = content.flatMap((part, at) => fileOf(part, `messages.${index}.content.${at}.source`) ?? []);
    return [{ role: spoken, content: textOf(content), files }];
  });
}

function fileOf(part: z.output<typeof partSchema>, field: string): ConversationFile | undefined {
  if (part.type === 'text' || !('source' in part)) return undefined;
  const source = part.source as z.output<typeof sourceSchema>;
  if (source.type !== 'data') throw requestProblem(field, 'Send the content itself: a source of the type data');
  return { mediaType: source.mimeType, base64: source.value };
}

/** The tools that a client executes itself. Undefined where it gives none. @throws {AppError} `body-invalid` */
export function readClientTools({ tools }: AgentInput): ReturnType<typeof readCallerTools> {
  return readCallerTools({
    tools: tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters })),
  });
}

/** Calls that earlier answers asked for, and the results with which the conversation ends. */
export function readCalls({ messages }: AgentInput): Calls {
  const isCall = (callId: string | undefined): callId is string => callId !== undefined && isCallOfCaller(callId);
  const afterOthers = messages.findLastIndex(({ role }) => role !== 'tool') + 1;
  const results = messages.slice(afterOthers).flatMap(({ toolCallId, content = '' }, index) => {
    const field = `messages.${afterOthers + index}.toolCallId`;
    return isCall(toolCallId) ? [{ callId: toolCallId, output: textOf(content), field }] : [];
  });
  return {
    results,
    pastCallIds: messages.flatMap(({ toolCalls }) => toolCalls?.map(({ id: callId }) => callId) ?? []).filter(isCall),
  };
}

function textOf(content: NonNullable<z.output<typeof messageSchema>['content']>): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => ('text' in part && typeof part.text === 'string' ? part.text : [])).join('\n\n');
}

/** An interrupt is an approval of a run. */
export type InterruptId = { readonly runId: string; readonly actionId: string };

export function formatInterruptId({ runId, actionId }: InterruptId): string {
  return `${runId}:${actionId}`;
}

export function parseInterruptId(text: string): InterruptId | undefined {
  const at = text.indexOf(':');
  return at > 0 ? { runId: text.slice(0, at), actionId: text.slice(at + 1) } : undefined;
}
