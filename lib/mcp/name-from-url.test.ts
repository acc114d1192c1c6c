import { expect, test } from 'vitest';
import { nameFromUrl } from './name-from-url.ts';

test.each([
  ['https://mcp.linear.app/sse', 'linear'],
  ['https://docs.example.com/mcp', 'example'],
  ['http://127.0.0.1:8931/mcp', 'server'],
  ['http://localhost:8080', 'server'],
  ['https://workflow.example', 'example'],
  ['not an address', ''],
])('%s is named %s', (url, name) => {
  expect(nameFromUrl(url, [])).toBe(name);
});

test('a name that is taken gets a number', () => {
  expect(nameFromUrl('https://mcp.linear.app', ['linear', 'linear-2'])).toBe('linear-3');
});
