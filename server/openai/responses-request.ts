import { z } from 'zod';
import { jsonObjectSchema } from '#lib/run/json-value.ts';
import { contentSchema } from '../conversation/message-parts.ts';
import { requestProblem } from '../conversation/request-problem.ts';
import { formatOf, type ReplyRequest, toMessage } from './chat-request.ts';
import { refuseTools, sessionOf, sharedFields } from './shared-fields.ts';

const MAX_ITEMS = 5000;

const messageSchema = z.looseObject({
  type: z.literal('message').optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: contentSchema,
});
/** A message; items of other types, such as reasoning, are skipped. */
const itemSchema = z.union([
  messageSchema,
  z.looseObject({ type: z.string().refine((type) => type !== 'message', 'A message has a role and content') }),
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

/** @throws {AppError} `body-invalid` for what a workflow cannot do */
export function readResponsesRequest(body: z.output<typeof responsesRequestSchema>): ReplyRequest {
  refuseTools(body);
  const missing = 'Responses are not kept as conversations: send the messages, or name a session in metadata.session_id';
  if (body.previous_response_id) throw requestProblem('previous_response_id', missing);
  if (body.conversation !== undefined && body.conversation !== null) throw requestProblem('conversation', missing);
  if (body.background) throw requestProblem('background', 'Use POST /api/v1/run/{slug} with the mode async');
  const items: readonly Item[] = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  const said = items.flatMap((item, index) =>
    isMessage(item) ? toMessage(item.role, item.content, `input.${index}.content`) : [],
  );
  const { instructions } = body;
  const format = body.text?.format;
  return {
    model: body.model,
    messages: [...(instructions ? toMessage('system', instructions, 'instructions') : []), ...said],
    field: 'input',
    inputs: body.inputs,
    isStream: body.stream ?? false,
    includeUsage: true,
    format: formatOf(format?.type, format?.schema),
    user: body.user ?? undefined,
    sessionId: sessionOf(body.metadata),
  };
}
