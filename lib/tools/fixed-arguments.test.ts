import { expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyToolDefinition, defineTool } from './define-tool.ts';
import { fixedArgumentsOf, fixedArgumentsText } from './fixed-arguments.ts';

const base: AnyToolDefinition = defineTool({
  id: 'http_request',
  title: 'Request',
  description: 'Sends.',
  group: 'web',
  input: z.looseObject({}),
  output: z.unknown(),
  risk: 'high',
  scope: 'workspace',
  effects: 'write',
  timeoutMs: 1000,
});
const bind = (inner: AnyToolDefinition, fixed: Record<string, unknown>): AnyToolDefinition => ({
  ...inner,
  id: 'order',
  bound: { base: inner, with: fixed },
});

test('a tool without fixed arguments has none to show', () => {
  expect(fixedArgumentsOf(base)).toBeUndefined();
});

test('the fixed arguments of all bindings are shown, with the tool that is called', () => {
  const order = bind(bind(base, { url: 'https://shop.example', method: 'POST' }), { body: { amount: 100 } });
  expect(fixedArgumentsOf(order)).toEqual({
    tool: 'http_request',
    args: { url: 'https://shop.example', method: 'POST', body: { amount: 100 } },
  });
});

test('what looks like a secret by its name, or is a password in an address, stays hidden', () => {
  const headers = { Authorization: 'Bearer s1', 'X-Api-Key': 's2', Cookie: 's3', Accept: 'text/plain' };
  const body = { password: 's4', accessToken: 's5', client_secret: 's6', maxTokens: 5, keys: ['a'] };
  const fixed = fixedArgumentsOf(bind(base, { url: 'https://ada:s7@shop.example/x@y', headers, body: [body] }));
  expect(JSON.stringify(fixed)).not.toMatch(/s[1-7]/);
  expect(fixed?.args).toMatchObject({
    url: 'https://ada:•••@shop.example/x@y',
    headers: { Accept: 'text/plain' },
    body: [{ maxTokens: 5, keys: ['a'] }],
  });
  expect(fixedArgumentsText(fixed ?? { tool: '', args: {} })).toMatch(/^http_request, fixed: \{"url"/);
});
