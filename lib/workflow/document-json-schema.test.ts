import { expect, test } from 'vitest';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import type { JsonSchema } from '../json/json-schema.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import { documentJsonSchema } from './document-json-schema.ts';

const schema = documentJsonSchema(testNodes);
const problemsOf = (type: string, config: Record<string, unknown>) =>
  checkJsonSchema(document([startNode, node('a', type, { config })]), schema).map(({ path }) => path);

test('the type of a node decides what its config may be', () => {
  expect(problemsOf('fetch', { url: 'https://example.com', timeoutMs: 5 })).toEqual([]);
  expect(problemsOf('fetch', { url: 'https://example.com', timeoutMs: 'soon' })).toEqual(['nodes[1].config.timeoutMs']);
  expect(problemsOf('fetch', {})).toEqual(['nodes[1].config.url']);
  expect(problemsOf('echo', { timeoutMs: 'soon' })).toEqual([]);
});

test('a text with a tag stands for a value of any type, where tags are evaluated', () => {
  expect(problemsOf('fetch', { url: '{{start.question}}', timeoutMs: '{{start.count}}' })).toEqual([]);
  expect(problemsOf('ask', { userPrompt: 'Hi', temperature: '{{start.count}}' })).toEqual([]);
  const inputs = [{ name: 'question', type: '{{start.count}}' }];
  expect(checkJsonSchema(document([node('start', 'start', { config: { inputs } })]), schema).length).toBeGreaterThan(0);
});

test('a node type of another build may have any config', () => {
  expect(problemsOf('from-the-future', { anything: [1] })).toEqual([]);
});

test('references stay within the schema, and our own keywords out of it', () => {
  const text = JSON.stringify(schema);
  const defined = new Set(Object.keys(schema.$defs as Record<string, JsonSchema>));
  for (const [, name] of text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) expect(defined).toContain(name);
  expect(text).not.toMatch(/"(expression|refersTo|gives|ui)":/);
});
