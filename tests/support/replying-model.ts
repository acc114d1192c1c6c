import { onTestFinished } from 'vitest';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import type { Sandbox } from '#lib/ports/sandbox.ts';
import type { Skills } from '#lib/ports/skills.ts';
import type { WebSearch } from '#lib/ports/web-search.ts';
import { configSchema } from '#server/config/config-schema.ts';
import { makeSafeFetch } from '#server/fetch/safe-fetch.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import type { RequestBody } from './fake-model/answer.ts';
import type { Behaviour } from './fake-model/behaviour.ts';
import { startFakeModel } from './fake-model/start-fake-model.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { MemoryRunStore } from './memory-run-store.ts';
import { TestEngine } from './test-engine.ts';

export type ReplyMessage = { readonly role: string; readonly content: string | null };
/** What the model does next, by the instructions (`first`) and the last message of its request. */
export type Reply = (asked: {
  readonly messages: readonly ReplyMessage[];
  readonly first: string;
  readonly last: string;
  readonly body: RequestBody;
}) => Partial<Behaviour>;

export const call = (name: string, args: unknown): Partial<Behaviour> => ({ calls: [{ name, args }] });
export const say = (text: string): Partial<Behaviour> => ({ tokens: text.match(/.{1,12}/gsu) ?? [], calls: [], isExact: true });
export const json = (value: unknown) => say(JSON.stringify(value));
/** How many results of tools a request has. */
export const resultsIn = (messages: readonly ReplyMessage[]) => messages.filter(({ role }) => role === 'tool').length;

/** An engine whose models answer by `reply`: `main`, the default, and `b` and `c`. Ends with the test. */
export async function startReplyingModel(
  reply: Reply,
  { search, host, skills, sandbox }: { search?: WebSearch; host?: string; skills?: Skills; sandbox?: Sandbox } = {},
) {
  const fake = await startFakeModel({
    reply: (body) => {
      const messages = body.messages as ReplyMessage[];
      return reply({ messages, first: messages[0]?.content ?? '', last: messages.at(-1)?.content ?? '', body });
    },
  });
  const entry = (model: string) => ({ provider: 'openai-compatible', base_url: fake.url, model, max_rounds: 50 });
  const config = configSchema.parse({ models: { main: entry('a'), b: entry('b'), c: entry('c') } });
  const models = makeModelRegistry({ config });
  const fetch = makeSafeFetch({ allowedPrivateHosts: host === undefined ? [] : [host] });
  onTestFinished(async () => {
    models.close();
    await fetch.close();
    await fake.stop();
  });
  const store = new MemoryRunStore();
  const flows = new TestEngine({ models, fetch, store, tools: makeToolKit({ payloads: store, search, skills, sandbox }) });
  return { fake, flows };
}

/** A page on loopback, and a search that finds it. */
export async function startSearchablePage({ title, text }: { title: string; text: string }) {
  const server = await startLoopbackServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`);
  });
  const url = `${server.origin}/page`;
  const search: WebSearch = { search: async () => [{ title, url, snippet: `About ${title}` }] };
  return { url, host: server.host, search, hits: server.hits };
}
