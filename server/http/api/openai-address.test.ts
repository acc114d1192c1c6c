import { expect, test } from 'vitest';
import { openAiAddressFor } from './openai-address.ts';

test.each([
  ['/chat/completions', '/v1/chat/completions'],
  ['/api/v1/chat/completions', '/v1/chat/completions'],
  ['/api/chat/completions', '/v1/chat/completions'],
  ['/v1/v1/chat/completions', '/v1/chat/completions'],
  ['/v1//chat/completions', '/v1/chat/completions'],
  ['/v1/chat/completions/', '/v1/chat/completions'],
  ['//v1/models', '/v1/models'],
  ['/models/support', '/v1/models/support'],
  ['/openai/v1/responses', '/v1/responses'],
  ['/api/v1/run/support/v1/chat/completions', '/v1/chat/completions'],
  ['/api/v1/run/support/chat/completions', '/v1/chat/completions'],
])('%s is meant for %s', (path, address) => {
  expect(openAiAddressFor(path)).toBe(address);
});

test.each([
  '/v1/chat/completions',
  '/v1/models/support',
  '/api/v1/chat/support',
  '/api/v1/runs',
  '/api/v1/models',
  '/api/v1/models/fake',
  '/v1/embeddings',
  '/',
])('%s is what it is', (path) => {
  expect(openAiAddressFor(path)).toBeUndefined();
});
