import { expect, test } from 'vitest';
import { cleanClientName, readClientName } from './client-name.ts';

test.each([
  ['OpenAI/Python 1.99.0', 'OpenAI/Python'],
  ['OpenAI/JS 6.1.0', 'OpenAI/JS'],
  ['ai-sdk/openai/3.0.1 runtime/node.js/v26', 'ai-sdk/openai'],
  ['python-requests/2.32', 'python-requests'],
  ['axios/v1.2', 'axios'],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', 'Chrome'],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge'],
  ['Mozilla/5.0 (compatible; Bot)', 'Browser'],
  ['', undefined],
  [undefined, undefined],
  ['\u0000<script>', 'script'],
  [`${'a'.repeat(5000)}/1`, 'a'.repeat(60)],
])('the client of %j is %j', (userAgent, name) => {
  expect(readClientName(userAgent)).toBe(name);
});

test('the name that an MCP client gives itself is bounded and harmless', () => {
  expect(cleanClientName('Claude Desktop')).toBe('Claude Desktop');
  expect(cleanClientName({})).toBeUndefined();
  expect(cleanClientName('\u202e\n')).toBeUndefined();
});
