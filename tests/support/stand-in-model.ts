import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { configSchema } from '#server/config/config-schema.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { MemoryRunStore } from './memory-run-store.ts';
import { eventsOf, TestEngine, workflowOf } from './test-engine.ts';

export type Provider = 'openai-compatible' | 'anthropic' | 'google' | 'openai';

/** Bytes of one answer, exactly as they are sent. */
export type RawAnswer = {
  readonly type: string;
  readonly body: string;
  readonly status?: number;
  /** The connection is cut behind the body. */
  readonly isCut?: boolean;
};

/** Events of a stream, each with the data given: text as it is, anything else as JSON. */
export function stream(...events: readonly unknown[]): RawAnswer {
  return { type: 'text/event-stream', body: events.map((event) => `data: ${asText(event)}\n\n`).join('') };
}

/** As Anthropic sends them: each with its type as the name of the event. */
export function namedStream(...events: readonly { readonly type: string }[]): RawAnswer {
  return {
    type: 'text/event-stream',
    body: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
  };
}

export function json(body: unknown): RawAnswer {
  return { type: 'application/json', body: asText(body) };
}

/** A chunk of a chat completion. */
export function chunk(delta: unknown, finish: unknown = null, more: object = {}): object {
  return { id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }], ...more };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

type Settings = {
  readonly provider?: Provider;
  /** Of the model in the config. */
  readonly entry?: Readonly<Record<string, unknown>>;
};

/** A model server that gives these answers in turn, the last one again and again, and an engine that calls it. */
export async function startStandIn(
  answers: readonly (RawAnswer | ((response: ServerResponse) => void))[],
  { provider = 'openai-compatible', entry = {} }: Settings = {},
) {
  let asked = 0;
  const server = await startLoopbackServer((_, response) => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (typeof answer === 'function') return answer(response);
    response.writeHead(answer?.status ?? 200, { 'content-type': answer?.type });
    if (answer?.isCut) response.write(answer.body, () => response.destroy());
    else response.end(answer?.body);
  });
  const model = {
    provider,
    base_url: provider === 'google' ? `${server.origin}/v1beta` : `${server.origin}/v1`,
    model: 'stand-in',
    api_key: 'key-of-a-test',
    retry: 0,
    ...entry,
  };
  const models = makeModelRegistry({ config: configSchema.parse({ models: { main: model } }) });
  onTestFinished(() => models.close());
  const store = new MemoryRunStore();
  const engine = new TestEngine({ store, models, tools: makeToolKit({ payloads: store }) });
  /** One run of one `llm` node. */
  const ask = async (config: Readonly<Record<string, unknown>> = {}) => {
    const flow = workflowOf({ ask: ['llm', { userPrompt: 'Go on', model: 'main', ...config }] }, []);
    const { status, error, events } = await engine.run(flow);
    const ended = eventsOf(events, 'node_finished')[0];
    const out = (ended?.fired?.out ?? {}) as { readonly output?: unknown; readonly finishReason?: string };
    return { status, error, events, ...out, warnings: ended?.warnings ?? [], calls: server.hits.length };
  };
  return { ask, engine, server, models };
}
