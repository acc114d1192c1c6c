import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configSchema } from '#server/config/config-schema.ts';
import { makeEndpointFetch } from '#server/fetch/endpoint-fetch.ts';
import { embedTexts } from '#server/knowledge/embed-texts.ts';
import { rerankTexts } from '#server/knowledge/rerank-texts.ts';
import { makeModelTransport } from '#server/models/model-transport.ts';
import { makeWebSearch } from '#server/search/make-web-search.ts';
import { makeS3Blobs } from '#server/storage/blobs/s3-blobs.ts';
import { makeSendSpans } from '#server/telemetry/otlp/send-spans.ts';
import { freeMeter } from '../support/free-meter.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';

const KEY = 'PLANTED-endpoint-4711';
const signal = new AbortController().signal;

/** A call to every kind of endpoint that the administrator chooses. */
const calls: Readonly<Record<string, (origin: string) => Promise<unknown>>> = {
  embeddings: (origin) =>
    embedTexts(['a'], { name: 'main', config: endpointsAt(origin).embedding, purpose: 'query', signal, meter: freeMeter }),
  rerankers: (origin) =>
    rerankTexts('a', ['b'], { name: 'main', config: endpointsAt(origin).reranker, signal, meter: freeMeter }),
  search: (origin) => makeWebSearch(endpointsAt(origin).search).search('a', { limit: 1, signal }),
  models: (origin) =>
    makeModelTransport()
      .fetch({ secrets: [KEY] })(`${origin}/v1/chat`, { method: 'POST', body: '{}', headers: { authorization: `Bearer ${KEY}` } })
      .then((answer) => answer.text()),
  traces: (origin) => {
    const settings = { url: `${origin}/v1/traces`, headers: { 'x-team': KEY }, isCompressed: false, timeoutMs: 5000 };
    return makeSendSpans(settings as never, makeEndpointFetch())('{}', signal);
  },
  buckets: async (origin) => {
    const blobs = await makeS3Blobs({ endpoint: origin, bucket: 'one', region: 'auto', accessKeyId: 'id', secretAccessKey: KEY });
    return blobs.put('ab/cd', Buffer.from('content'));
  },
};

function endpointsAt(origin: string) {
  const { knowledge, search } = configSchema.parse({
    knowledge: {
      embeddings: { main: { base_url: `${origin}/v1`, api_key: KEY, model: 'm' } },
      rerankers: { main: { base_url: `${origin}/v1`, api_key: KEY, model: 'm' } },
    },
    search: { provider: 'tavily', base_url: origin, api_key: KEY },
  });
  const { main: embedding } = knowledge.embeddings;
  const { main: reranker } = knowledge.rerankers;
  if (!embedding || !reranker || !search) throw new Error('The config has no endpoints');
  return { embedding, reranker, search };
}

const resultOf = (call: Promise<unknown>) =>
  call.then(
    (value) => JSON.stringify(value) ?? '',
    (error: unknown) => textOf(error),
  );
const textOf = (error: unknown): string => (error instanceof Error ? `${error.message} ${textOf(error.cause)}` : String(error));

describe.each(Object.entries(calls))('an endpoint of the administrator: %s', (_, call) => {
  test.each([301, 302, 303, 307, 308])('is not followed to another address after a redirect with %i', async (status) => {
    const inside = await startLoopbackServer((_request, response) => response.end('{}'));
    const endpoint = await startLoopbackServer((_request, response) =>
      response.writeHead(status, { location: `${inside.origin}/internal` }).end(),
    );
    await resultOf(call(endpoint.origin));
    expect(endpoint.hits).toHaveLength(1);
    expect(inside.hits).toEqual([]);
  });

  test('what it repeats of its key in a refusal is masked', async () => {
    const endpoint = await startLoopbackServer(({ headers }, response) => {
      const sent = JSON.stringify(headers);
      const error = { error: { message: `You sent ${headers.authorization?.split(' ').at(-1)} as ${sent}` }, detail: sent };
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(error));
    });
    const result = await resultOf(call(endpoint.origin));
    expect(result).toMatch(/401|You sent/);
    expect(result).not.toContain(KEY);
  });
});

test('nothing else of the server uses the fetch of the platform, which judges no address and follows redirects', () => {
  const isUser = (path: string) =>
    /globalThis\.fetch(?![\w;])|undiciFetch|\b(?:request|stream|pipeline)\b[^}]*\} from 'undici'/.test(
      withoutTypes(readFileSync(path, 'utf8')),
    );
  // Code of guests has no fetch but the one that it is given.
  const paths = globSync('{server,services,engine}/**/*.ts').filter((path) => !/\.test\.|^server\/sandbox\//.test(path));
  const users = paths.filter(isUser);
  expect(users.sort()).toEqual(['server/fetch/endpoint-fetch.ts', 'server/fetch/send-once.ts']);
  const senders = paths.filter((path) => readFileSync(path, 'utf8').includes("/send-once.ts'"));
  expect(senders).toEqual(['server/fetch/safe-fetch.ts']);
});

const withoutTypes = (source: string) =>
  source.replaceAll(/typeof globalThis\.fetch/g, '').replaceAll(/^\s*(\/?\*|\/\/).*$/gm, '');
