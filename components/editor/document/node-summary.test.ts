import { expect, test } from 'vitest';
import { nodeSummary } from './node-summary.ts';

const summaryOf = (type: string, config: Parameters<typeof nodeSummary>[0]['config']) =>
  nodeSummary({ id: 'n', type, version: 1, label: 'N', config, position: { x: 0, y: 0 } });

test.each([
  ['template', { template: 'Dear {{start.name}}\nthank you' }, 'Dear {{start.name}}'],
  ['http', { method: 'GET', url: 'https://example.com' }, 'GET https://example.com'],
  ['llm', { model: 'default', userPrompt: 'Why is {{start.what}} blue?' }, 'Why is {{start.what}} blue?'],
  ['llm', { model: 'fast', userPrompt: 'Why?' }, 'fast'],
  ['join', { mode: 'first' }, 'first'],
  ['unknown-to-this-build', {}, 'unknown-to-this-build'],
])('the summary of a %s is %j', (type, config, expected) => {
  expect(summaryOf(type, config)).toBe(expected);
});

test('a config with only a number has no summary', () => {
  expect(summaryOf('parallel', { concurrency: 10 })).toBe('');
});
