import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { readBlocks } from '../conversation/content-blocks.ts';
import type { ConversationMessage } from '../conversation/conversation-inputs.ts';
import { requestProblem } from '../conversation/request-problem.ts';
import type { Calls } from '../openai/call-results.ts';
import { readCallerTools } from '../openai/caller-tools.ts';
import { isCallOfCaller } from '../openai/tool-calls.ts';

const MAX_MESSAGES = 5000;
const id = z.string().min(1).max(200);

const roles = ['developer', 'system', 'assistant', 'user', 'tool', 'activity', 'reasoning'] as const;
const messageSchema = z.looseObject({
  role: z.enum(roles, { error: `One of ${roles.join(', ')}` }),
  content: z.unknown().optional(),
  /** Of an `assistant`. */
  toolCalls: z
    .array(z.looseObject({ id: z.string().max(200) }))
    .nullish()
    .catch(null),
  /** Of a `tool`. */
  toolCallId: z.string().max(200).optional().catch(undefined),
});
type AgentMessage = z.output<typeof messageSchema> & { readonly index: number };
/** A tool that the client executes. Pages offer all of theirs to every agent, so an odd one refuses none. */
const toolSchema = z.record(z.string(), z.unknown()).catch({});

/** The body of a run of AG-UI, as far as a workflow reads it. `forwardedProps.inputs`: further inputs by name. */
export const agentInputSchema = z.looseObject({
  threadId: id,
  runId: id,
  messages: z.array(z.unknown()).max(MAX_MESSAGES).default([]),
  tools: z.array(toolSchema).default([]),
  forwardedProps: z.looseObject({ inputs: jsonObjectSchema.optional() }).nullish().catch(null),
  resume: z
    .array(z.looseObject({ interruptId: id, status: z.enum(['resolved', 'cancelled']), payload: z.unknown().optional() }))
    .max(100)
    .optional(),
});
export type AgentInput = z.output<typeof agentInputSchema>;

export type ReadMessages = {
  readonly messages: readonly ConversationMessage[];
  /** What of them was not read. */
  readonly leftOut: readonly string[];
};

/**
 * Reads one message after the other, and omits odd ones of the history.
 * @throws {AppError} `body-invalid` for the last one, where it cannot be read whole
 */
export function readMessages({ messages }: AgentInput): ReadMessages {
  const leftOut: string[] = [];
  const entries = entriesOf({ messages }, leftOut);
  const answered = entries.findLast(({ role }) => role === 'user')?.index;
  const read = entries.flatMap(({ role, content, index }): ConversationMessage[] => {
    if (role === 'tool' || role === 'activity' || role === 'reasoning') return [];
    const blocks = readBlocks(content, { field: `messages.${index}.content`, isWhole: index === answered });
    leftOut.push(...blocks.leftOut);
    return [{ role: role === 'developer' ? 'system' : role, content: blocks.content, files: blocks.files }];
  });
  return { messages: read, leftOut };
}

/** @param leftOut gets those that are no messages */
function entriesOf({ messages }: Pick<AgentInput, 'messages'>, leftOut: string[] = []): AgentMessage[] {
  return messages.flatMap((message, index): AgentMessage[] => {
    const read = messageSchema.safeParse(message);
    if (read.success) return [{ ...read.data, index }];
    const [issue] = read.error.issues;
    const field = ['messages', index, ...(issue?.path ?? [])].join('.');
    if (index === messages.length - 1) throw requestProblem(field, issue?.message ?? 'This is no message');
    leftOut.push(`${field}: ${issue?.message}`);
    return [];
  });
}

/**
 * The tools that a client executes itself. Undefined where it gives none.
 * @param leftOut gets those that cannot be called
 * @throws {AppError} `body-invalid` for too many
 */
export function readClientTools({ tools }: AgentInput, leftOut: string[]): ReturnType<typeof readCallerTools> {
  const functions = tools.map(({ name, description, parameters }) => ({ type: 'function', name, description, parameters }));
  return readCallerTools({ tools: functions }, leftOut);
}

/** Calls that earlier answers asked for, and the results with which the conversation ends. */
export function readCalls({ messages }: AgentInput): Calls {
  const isCall = (callId: string | undefined): callId is string => callId !== undefined && isCallOfCaller(callId);
  const entries = entriesOf({ messages });
  const afterOthers = entries.findLastIndex(({ role }) => role !== 'tool') + 1;
  const results = entries.slice(afterOthers).flatMap(({ toolCallId, content, index }) => {
    const field = `messages.${index}`;
    if (!isCall(toolCallId)) return [];
    return [{ callId: toolCallId, output: textOf(content, `${field}.content`), field: `${field}.toolCallId` }];
  });
  return {
    results,
    pastCallIds: entries.flatMap(({ toolCalls }) => toolCalls?.map(({ id: callId }) => callId) ?? []).filter(isCall),
  };
}

function textOf(content: unknown, field: string): string {
  return readBlocks(content, { field, isWhole: false }).content;
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
