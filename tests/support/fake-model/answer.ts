import type { ServerResponse } from 'node:http';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import { generateFromSchema } from '#server/models/generate-from-schema.ts';
import type { Behaviour } from './behaviour.ts';
import type { PromptCache } from './prompt-cache.ts';
import { makeStamp } from './stamped-text.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sent; the fake reads what it knows of it
export type RequestBody = Record<string, any>;

/** One request that is being answered. */
export type Exchange = {
  readonly body: RequestBody;
  readonly response: ServerResponse;
  readonly behaviour: Behaviour;
  readonly id: string;
  /** What earlier requests marked. */
  readonly promptCache: PromptCache;
};

export type ToolCall = { readonly id: string; readonly name: string; readonly arguments: string };

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function openEventStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
}

/**
 * Passes each token to `write` at the time set by the behaviour. A late token does not delay the
 * next ones.
 * @returns false if either side closed the connection
 */
export async function pace(
  { behaviour, response }: Exchange,
  tokens: readonly string[],
  write: (token: string) => void,
): Promise<boolean> {
  const { firstTokenMs, tokenMs, dropAfter, isStamped, heldUntil } = behaviour;
  const stamp = isStamped ? makeStamp(tokens.length) : undefined;
  const startedAtMs = performance.now() + firstTokenMs;
  for (const [index, token] of tokens.entries()) {
    await until(startedAtMs + index * tokenMs);
    if (index === 1) await heldUntil;
    if (response.destroyed) return false;
    if (index === dropAfter) {
      response.destroy();
      return false;
    }
    write(stamp ? stamp(index) : token);
    if (response.writableNeedDrain) await drained(response);
  }
  return !response.destroyed;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
}

function until(dueAtMs: number): Promise<void> | undefined {
  const leftMs = dueAtMs - performance.now();
  return leftMs > 0 ? new Promise((resolve) => setTimeout(resolve, leftMs)) : undefined;
}

/** The tokens of an answer: JSON if requested, else words. */
export function answerTokens({ body, behaviour }: Exchange): readonly string[] {
  if (behaviour.isExact || !body.response_format?.type?.startsWith('json')) return behaviour.tokens;
  if (behaviour.isUnfitting) return ['{"unexpected', '": true}'];
  const schema = body.response_format.json_schema?.schema ?? schemaInMessages(body);
  return JSON.stringify(generateFromSchema(schema ?? { type: 'object' })).match(/.{1,7}/gsu) ?? [];
}

/** Text before the schema in the instructions, for servers without a schema parameter. */
function schemaInMessages({ messages = [] }: RequestBody): JsonSchema | undefined {
  for (const { content } of messages) {
    const found = typeof content === 'string' ? /JSON Schema:\s*(\{.*\})/s.exec(content)?.[1] : undefined;
    if (found !== undefined) return JSON.parse(found);
  }
  return undefined;
}

/**
 * Calls of the first tool if the behaviour or the request requires one; empty for a final answer.
 * @param roundsDone answers since the last user message that called tools
 */
export function wantedToolCalls(
  { body, behaviour, id }: Exchange,
  tools: readonly { name: string; schema: JsonSchema }[],
  roundsDone: number,
): readonly ToolCall[] {
  if (behaviour.calls)
    return behaviour.calls.map(({ name, args, ...call }, index) => ({
      id: call.id ?? `call_${id}_${index}`,
      name: typeof name === 'number' ? (tools[name]?.name ?? '') : name,
      arguments: call.arguments ?? JSON.stringify(args),
    }));
  const [tool] = tools;
  const choice = body.tool_choice?.type ?? body.tool_choice;
  const isForced = choice === 'required' || choice === 'any';
  const rounds = behaviour.toolRounds ?? (behaviour.tool !== undefined || isForced ? 1 : 0);
  if (!tool || choice === 'none' || roundsDone >= rounds) return [];
  const fitting = JSON.stringify(generateFromSchema(tool.schema) ?? {});
  return Array.from({ length: behaviour.toolCount ?? 1 }, (_, index) => ({
    id: `call_${id}${index === 0 ? '' : `_${index}`}`,
    name: behaviour.toolName ?? tool.name,
    arguments: behaviour.tool === 'broken' ? '{"broken": ' : fitting,
  }));
}
