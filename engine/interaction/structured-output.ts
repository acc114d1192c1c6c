import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ModelHandle } from '#lib/ports/model-registry.ts';
import { checkJsonSchema, type SchemaProblem } from '#lib/workflow/check-json-schema.ts';
import { isTooDeep, MAX_JSON_DEPTH } from '#lib/workflow/json-depth.ts';
import type { JsonSchema } from '#lib/workflow/json-schema.ts';
import { callModel, errorForLog, type ModelCallContext, type ModelReply } from './call-model.ts';
import type { ModelRequest } from './model-request.ts';
import { parseJsonReply } from './parse-json-reply.ts';

export type StructuredReply = {
  readonly value: unknown;
  /** The answer, and the repaired one when the first did not fit. */
  readonly replies: readonly ModelReply[];
};

const SHOWN_PROBLEMS = 10;
const SHOWN_VALUE_LENGTH = 80;

/**
 * A value that fits `schema`. The schema goes to the provider where it takes one and stands in the instructions in any case; an answer
 * that does not fit is sent back once with what is wrong with it.
 * @throws {NodeFailure} `output-invalid` naming the first place that does not fit, or as `callModel`
 */
export async function callForValue(
  handle: ModelHandle,
  { schema, ...request }: Omit<ModelRequest, 'responseFormat'> & { schema: JsonSchema },
  context: ModelCallContext,
): Promise<StructuredReply> {
  const asked: ModelRequest = {
    ...request,
    instructions: [request.instructions, instructionsFor(schema)].filter((part) => part !== undefined).join('\n\n'),
    // Providers take only objects at the root; anything else is asked for in words.
    ...(isObjectSchema(schema) && { responseFormat: { name: 'answer', schema } }),
  };
  const first = await callModel(handle, asked, context);
  const answer = readAnswer(first, schema);
  if (answer.problems.length === 0) return { value: answer.value, replies: [first] };

  const messages = [
    ...request.messages,
    { role: 'assistant' as const, content: first.text || '(no answer)' },
    { role: 'user' as const, content: repairText(answer.problems) },
  ];
  // Makes the text streamed so far void, and says in the log why the model is asked again.
  const error = errorForLog(outputInvalid(answer.problems, { handle, reply: first }));
  context.emit({ type: 'llm_stream_retry', callId: first.callId, attempt: first.attempts, delayMs: 0, error });
  const second = await callModel(handle, { ...asked, messages }, context);
  const repaired = readAnswer(second, schema);
  if (repaired.problems.length === 0) return { value: repaired.value, replies: [first, second] };
  throw outputInvalid(repaired.problems, { handle, reply: second });
}

type Answer = { readonly value: unknown; readonly problems: readonly SchemaProblem[] };

function readAnswer({ text }: ModelReply, schema: JsonSchema): Answer {
  const parsed = parseJsonReply(text);
  if (!parsed) return { value: undefined, problems: [{ path: '', message: 'is not JSON', value: text }] };
  if (isTooDeep(parsed.value))
    return {
      value: undefined,
      problems: [{ path: '', message: `is nested more than ${MAX_JSON_DEPTH} levels deep`, value: undefined }],
    };
  return { value: parsed.value, problems: checkJsonSchema(parsed.value, schema) };
}

function isObjectSchema({ type, properties, $ref }: JsonSchema): boolean {
  return type === 'object' || (type === undefined && (properties !== undefined || $ref !== undefined));
}

function instructionsFor(schema: JsonSchema): string {
  return `Answer with one JSON value and nothing else: no explanation, no code fence. It has to fit this JSON Schema:\n${JSON.stringify(schema)}`;
}

function repairText(problems: readonly SchemaProblem[]): string {
  const lines = problems.slice(0, SHOWN_PROBLEMS).map((problem) => `- ${describeProblem(problem)}`);
  return `Your answer does not fit the JSON Schema:\n${lines.join('\n')}\n\nAnswer again with the whole corrected JSON value and nothing else.`;
}

function describeProblem({ path, message, value }: SchemaProblem): string {
  const place = path === '' ? 'the answer' : path;
  return value === undefined
    ? `${place} ${message}`
    : `${place} ${message} (it is ${shorten(JSON.stringify(value) ?? String(value))})`;
}

function shorten(text: string): string {
  return text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH)}…` : text;
}

function outputInvalid(
  [first, ...others]: readonly SchemaProblem[],
  { handle, reply }: { handle: ModelHandle; reply: ModelReply },
): NodeFailure {
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  const what = first ? describeProblem(first) : 'it is empty';
  const isCut = reply.finishReason === 'length';
  return new NodeFailure(
    'output-invalid',
    `The answer of model '${handle.name}' does not fit the output schema: ${what}${more}`,
    {
      path: 'config.outputSchema',
      isRetryable: true,
      hint: isCut
        ? 'The answer was cut off: raise maxTokens'
        : 'Make the schema simpler, say more about it in the prompt, or use a stronger model',
    },
  );
}
