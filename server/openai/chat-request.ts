import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { readBlocks } from '../conversation/content-blocks.ts';
import type { ConversationMessage } from '../conversation/conversation-inputs.ts';
import type { ReplyFormat } from '../conversation/reply.ts';
import { requestProblem } from '../conversation/request-problem.ts';
import { type Calls, calledSchema, chatCalls } from './call-results.ts';
import { readCallerTools } from './caller-tools.ts';
import { sessionOf, sharedFields } from './shared-fields.ts';

const MAX_MESSAGES = 5000;

const messageSchema = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.unknown().optional(),
  tool_call_id: z.string().max(200).nullish(),
  tool_calls: calledSchema,
});

/** The body of `POST /v1/chat/completions`, as far as a workflow reads it. */
export const chatRequestSchema = z.looseObject({
  ...sharedFields,
  messages: z.array(messageSchema).min(1).max(MAX_MESSAGES),
  n: z.int().nullish(),
  logprobs: z.boolean().nullish(),
  modalities: z.array(z.string()).nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z
    .union([
      z.looseObject({ type: z.enum(['text', 'json_object']) }),
      z.looseObject({ type: z.literal('json_schema'), json_schema: z.looseObject({ schema: jsonObjectSchema.optional() }) }),
    ])
    .nullish(),
});

/** A request of either API, ready to start a run. */
export type ReplyRequest = {
  readonly model: string;
  readonly messages: readonly ConversationMessage[];
  /** The field that holds the messages, for errors. */
  readonly field: string;
  readonly inputs: z.output<typeof jsonObjectSchema>;
  readonly isStream: boolean;
  readonly includeUsage: boolean;
  readonly format: ReplyFormat;
  readonly user: string | undefined;
  readonly sessionId: string | undefined;
  /** Tools that the caller executes itself. */
  readonly callerTools: ReturnType<typeof readCallerTools>;
  /** The run that has to be the one of the results; undefined where the caller does not say. */
  readonly runId?: string | undefined;
  /** What of the request the workflow does not get, by its field. */
  readonly leftOut: readonly string[];
} & Calls;

/** @throws {AppError} `body-invalid` for what a workflow cannot do */
export function readChatRequest(body: z.output<typeof chatRequestSchema>): ReplyRequest {
  if ((body.n ?? 1) !== 1) throw requestProblem('n', 'A workflow gives one answer');
  if (body.logprobs) throw requestProblem('logprobs', 'A workflow has no log probabilities');
  if (body.modalities?.some((one) => one !== 'text')) throw requestProblem('modalities', 'A workflow answers with text');
  const { response_format: format } = body;
  const leftOut: string[] = [];
  const last = body.messages.findLastIndex(({ role }) => role === 'user');
  return {
    model: body.model,
    messages: body.messages.flatMap(({ role, content, tool_calls }, index) => {
      const hasCalls = (tool_calls ?? []).length > 0;
      return toMessage(role, content, { field: `messages.${index}.content`, hasCalls, isWhole: index === last, leftOut });
    }),
    field: 'messages',
    inputs: body.inputs,
    isStream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
    format: formatOf(
      format?.type,
      format && 'json_schema' in format ? (format.json_schema as { schema?: unknown }).schema : undefined,
    ),
    user: body.user ?? undefined,
    sessionId: sessionOf(body.metadata),
    callerTools: readCallerTools(body, leftOut),
    leftOut,
    ...chatCalls(body.messages),
  };
}

type MessagePlace = {
  readonly field: string;
  readonly hasCalls?: boolean;
  /** It is the one that the workflow answers. */
  readonly isWhole: boolean;
  /** Gets what is not read of another one. */
  readonly leftOut: string[];
};

/** Calls of tools of the caller and their results are no part of the conversation: the run that made them has them. */
export function toMessage(
  role: string,
  content: unknown,
  { field, hasCalls = false, isWhole, leftOut }: MessagePlace,
): ConversationMessage[] {
  if (role === 'tool' || role === 'function') return [];
  const { leftOut: unread, ...read } = readBlocks(content, { field, isWhole });
  leftOut.push(...unread);
  if (hasCalls && read.content === '') return [];
  return [{ role: role === 'developer' ? 'system' : (role as ConversationMessage['role']), ...read }];
}

export function formatOf(type: string | undefined, schema: unknown): ReplyFormat {
  if (type === undefined || type === 'text') return { kind: 'text' };
  return { kind: 'json', ...(schema !== undefined && { schema: schema as Readonly<Record<string, unknown>> }) };
}
