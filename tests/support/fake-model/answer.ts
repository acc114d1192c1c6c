import type { ServerResponse } from 'node:http';
import type { JsonSchema } from '#lib/workflow/json-schema.ts';
import { generateFromSchema } from '#server/models/generate-from-schema.ts';
import type { Behaviour } from './behaviour.ts';

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sent; the fake reads what it knows of it
export type RequestBody = Record<string, any>;

/** One request on its way to its answer. */
export type Exchange = {
  readonly body: RequestBody;
  readonly response: ServerResponse;
  readonly behaviour: Behaviour;
  readonly id: string;
};

export type ToolCall = { readonly id: string; readonly name: string; readonly arguments: string };

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function openEventStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
}

/** Waits as the behaviour says and hands each token to `write`. @returns false when the line was cut, by either side */
export async function pace(
  { behaviour, response }: Exchange,
  tokens: readonly string[],
  write: (token: string) => void,
): Promise<boolean> {
  for (const [index, token] of tokens.entries()) {
    await wait(index === 0 ? behaviour.firstTokenMs : behaviour.tokenMs);
    if (response.destroyed) return false;
    if (index === behaviour.dropAfter) {
      response.destroy();
      return false;
    }
    write(token);
    if (response.writableNeedDrain) await drained(response);
  }
  return !response.destroyed;
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
}

function wait(ms: number): Promise<void> | undefined {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined;
}

/** The tokens of an answer: JSON where the request asks for it, else words. */
export function answerTokens({ body, behaviour }: Exchange): readonly string[] {
  if (!body.response_format?.type?.startsWith('json')) return behaviour.tokens;
  if (behaviour.isUnfitting) return ['{"unexpected', '": true}'];
  const schema = body.response_format.json_schema?.schema ?? schemaInMessages(body);
  return JSON.stringify(generateFromSchema(schema ?? { type: 'object' })).match(/.{1,7}/gsu) ?? [];
}

/** Where a server takes no schema it stands in the instructions, after these words. */
function schemaInMessages({ messages = [] }: RequestBody): JsonSchema | undefined {
  for (const { content } of messages) {
    const found = typeof content === 'string' ? /JSON Schema:\s*(\{.*\})/s.exec(content)?.[1] : undefined;
    if (found !== undefined) return JSON.parse(found);
  }
  return undefined;
}

/** The call of the first tool, when the behaviour or the request wants one and no result has come yet. */
export function wantedToolCall(
  { body, behaviour, id }: Exchange,
  tools: readonly { name: string; schema: JsonSchema }[],
  hasResult: boolean,
): ToolCall | undefined {
  const [tool] = tools;
  const choice = body.tool_choice?.type ?? body.tool_choice;
  const isWanted = behaviour.tool !== undefined || choice === 'required' || choice === 'any';
  if (!isWanted || !tool || hasResult || choice === 'none') return undefined;
  const fitting = JSON.stringify(generateFromSchema(tool.schema) ?? {});
  return { id: `call_${id}`, name: tool.name, arguments: behaviour.tool === 'broken' ? '{"broken": ' : fitting };
}
