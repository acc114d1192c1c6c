import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { requestProblem } from '../conversation/request-problem.ts';
import { outputItemSchema, responseCalls } from './call-results.ts';
import { readCallerTools } from './caller-tools.ts';
import { formatOf, type ReplyRequest, toMessage } from './chat-request.ts';
import { sessionOf, sharedFields } from './shared-fields.ts';

const MAX_ITEMS = 5000;
const KNOWN: ReadonlySet<string> = new Set(['message', 'function_call_output']);

const messageSchema = z.looseObject({
  type: z.literal('message').optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.unknown(),
});
/** A message, or the result of a call; items of other types, such as reasoning, are skipped. */
const itemSchema = z.union([
  messageSchema,
  outputItemSchema,
  z.looseObject({
    type: z
      .string()
      .refine((type) => !KNOWN.has(type), 'A message has a role and content, and an output of a function its call_id and output'),
  }),
]);

type Message = z.output<typeof messageSchema>;
type Item = z.output<typeof itemSchema>;

function isMessage(item: Item): item is Message {
  return item.type === undefined || item.type === 'message';
}

/** The body of `POST /v1/responses`, as far as a workflow reads it. */
export const responsesRequestSchema = z.looseObject({
  ...sharedFields,
  input: z.union([z.string(), z.array(itemSchema).min(1).max(MAX_ITEMS)]),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  conversation: z.unknown().optional(),
  background: z.boolean().nullish(),
  text: z
    .looseObject({
      format: z
        .looseObject({ type: z.enum(['text', 'json_object', 'json_schema']), schema: jsonObjectSchema.optional() })
        .nullish(),
    })
    .nullish(),
});

/** The run of an answer, whichever of its answers it is. */
function runOfResponse(id: string): string {
  return /^resp_(run_[^_]+)/.exec(id)?.[1] ?? id;
}

/** @throws {AppError} `body-invalid` for what a workflow cannot do */
export function readResponsesRequest(body: z.output<typeof responsesRequestSchema>): ReplyRequest {
  const missing = 'Responses are not kept as conversations: send the messages, or name a session in metadata.session_id';
  const items: readonly Item[] = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  const calls = responseCalls(items);
  const { previous_response_id: previous } = body;
  if (previous && calls.results.length === 0) throw requestProblem('previous_response_id', missing);
  if (body.conversation !== undefined && body.conversation !== null) throw requestProblem('conversation', missing);
  if (body.background) throw requestProblem('background', 'Use POST /api/v1/run/{slug} with the mode async');
  const leftOut: string[] = [];
  const last = items.findLastIndex((item) => isMessage(item) && item.role === 'user');
  const said = items.flatMap((item, index) => {
    const place = { field: `input.${index}.content`, isWhole: index === last, leftOut };
    return isMessage(item) ? toMessage(item.role, item.content, place) : [];
  });
  const { instructions } = body;
  const format = body.text?.format;
  return {
    model: body.model,
    messages: [
      ...(instructions ? toMessage('system', instructions, { field: 'instructions', isWhole: true, leftOut }) : []),
      ...said,
    ],
    field: 'input',
    inputs: body.inputs,
    isStream: body.stream ?? false,
    includeUsage: true,
    format: formatOf(format?.type, format?.schema),
    user: body.user ?? undefined,
    sessionId: sessionOf(body.metadata),
    callerTools: readCallerTools(body, leftOut),
    leftOut,
    ...(previous && { runId: runOfResponse(previous) }),
    ...calls,
  };
}
