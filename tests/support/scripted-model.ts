import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { configSchema } from '#server/config/config-schema.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import type { RequestBody } from './fake-model/answer.ts';
import { startLoopbackServer } from './loopback-server.ts';

/** One answer with its exact text. The arguments of a call are sent unchanged. */
export type ScriptedAnswer = {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly args?: string; readonly id?: string }[];
  /** Streams this text repeatedly until the client disconnects. */
  readonly endless?: string;
  /** Raw events of its stream, sent before everything else. */
  readonly raw?: string;
  /** Omits the usage. */
  readonly isUncounted?: boolean;
  /** Then sends nothing more and keeps the connection open. */
  readonly isStuck?: boolean;
};

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/**
 * A model server with scripted answers, including invalid ones, and the models that use it: `main`,
 * and `words`, whose tools are described in the prompt.
 * `entries`: further models by name, or overrides of these. All end with the test.
 */
export async function startScriptedModel(
  answerTo: (body: RequestBody, index: number) => ScriptedAnswer,
  { entries = {} }: { entries?: Readonly<Record<string, object>> } = {},
) {
  const server = await startLoopbackServer((_, response) => {
    const index = server.hits.length - 1;
    void answer(answerTo(JSON.parse(server.hits[index]?.body ?? '{}'), index), response);
  });
  const entry = { provider: 'openai-compatible', base_url: `${server.origin}/v1`, model: 'scripted', retry: 0 };
  const others = Object.entries(entries).map(([name, settings]) => [name, { ...entry, ...settings }]);
  const models = makeModelRegistry({
    config: configSchema.parse({
      models: { main: entry, words: { ...entry, toolProtocol: 'prompt' }, ...Object.fromEntries(others) },
    }),
  });
  onTestFinished(() => models.close());
  return { models, hits: server.hits, bodies: () => server.hits.map(({ body }) => JSON.parse(body) as RequestBody) };
}

async function answer(
  { text, calls = [], endless, raw, isStuck, isUncounted }: ScriptedAnswer,
  response: ServerResponse,
): Promise<void> {
  const send = (fields: object) =>
    response.write(
      `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 0, model: 'scripted', ...fields })}\n\n`,
    );
  const sendDelta = (delta: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: finish }] });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (raw !== undefined) response.write(raw);
  sendDelta({ role: 'assistant', content: text ?? '' });
  for (const [index, { name, args = '{}', id = `call_${index}` }] of calls.entries())
    sendDelta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }] });
  while (endless !== undefined && !response.destroyed)
    if (!sendDelta({ content: endless })) await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
  if (isStuck) return;
  sendDelta({}, calls.length > 0 ? 'tool_calls' : 'stop');
  if (!isUncounted) send({ choices: [], usage: USAGE });
  response.end('data: [DONE]\n\n');
}
