import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelConfigSchema } from '../config/model-config-schema.ts';
import { listProviderModels } from './list-provider-models.ts';
import { makeModelTransport } from './model-transport.ts';

let answer = { status: 200, body: '' };
let headers: IncomingHttpHeaders = {};
let url: string | undefined;
const server = createServer((request, response) => {
  headers = request.headers;
  url = request.url;
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
const transport = makeModelTransport();
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  transport.close();
  server.close();
});

function list(body: unknown, { provider = 'openai-compatible', status = 200 } = {}) {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const config = modelConfigSchema.parse({ provider, model: 'any', base_url: base, api_key: 'sk-12345678' });
  return listProviderModels(config, transport);
}

test('an endpoint says its models, with their context and price where it knows them', async () => {
  const { items, problem } = await list({
    data: [
      { id: 'small', object: 'model' },
      { id: 'big', name: 'Big one', context_length: 200_000, pricing: { prompt: '0.000003', completion: '0.000015' } },
    ],
  });
  expect(problem).toBeNull();
  expect(url).toBe('/v1/models');
  expect(headers.authorization).toBe('Bearer sk-12345678');
  expect(items).toEqual([
    { id: 'small', title: null, contextTokens: null, price: null },
    { id: 'big', title: 'Big one', contextTokens: 200_000, price: { input: 3, output: 15 } },
  ]);
});

test('Anthropic and Google are asked in their own way', async () => {
  await list({ data: [{ id: 'c', display_name: 'C' }] }, { provider: 'anthropic' });
  expect(headers).toMatchObject({ 'x-api-key': 'sk-12345678', 'anthropic-version': '2023-06-01' });
  const { items } = await list(
    { models: [{ name: 'models/g-1', displayName: 'G', inputTokenLimit: 32 }] },
    { provider: 'google' },
  );
  expect(headers['x-goog-api-key']).toBe('sk-12345678');
  expect(items).toEqual([{ id: 'g-1', title: 'G', contextTokens: 32, price: null }]);
});

test('what is no list of models says what the address answered, and asks for the base address', async () => {
  expect((await list('<html>Welcome</html>')).problem).toMatch(/answered a web page\. Is .*\/v1 the base address of an OpenAI-/);
  expect((await list({ hello: 1 })).problem).toContain('something other than a list of models');
  expect((await list({ error: 'sk-12345678' }, { status: 401 })).problem).toMatch(/answered 401$/);
});

test('names that nobody could read or type are left out', async () => {
  const { items } = await list({ data: [{ id: 'a\u202eb' }, { id: 'x'.repeat(201) }, { id: '' }, 7, null, { id: 'ok' }] });
  expect(items.map(({ id }) => id)).toEqual(['ok']);
});
