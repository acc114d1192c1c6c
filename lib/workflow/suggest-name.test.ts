import { expect, test } from 'vitest';
import { suggestName } from './suggest-name.ts';
import type { Workflow } from './workflow.ts';

const nameOf = (configs: readonly object[], description = '') =>
  suggestName({
    description,
    nodes: configs.map((config, index) => ({ id: `n${index}`, type: 'llm', config })) as unknown as Workflow['nodes'],
  });

test('a name comes from what the workflow says of itself, else from its first prompt', () => {
  expect(nameOf([{ userPrompt: 'Summarise {{start.text}} in three sentences. Be kind.' }])).toBe('Summarise in three sentences');
  expect(nameOf([{}, { systemPrompt: 'You are a support agent of a shop for tents: answer from the passages' }])).toBe(
    'Support agent of a shop for tents',
  );
  expect(nameOf([{ userPrompt: 'x' }], 'Sorts mail.')).toBe('Sorts mail');
  expect(nameOf([{ userPrompt: '{{start.message}}' }])).toBeUndefined();
  expect(nameOf([{ systemPrompt: '请总结这篇文章。要简短' }])).toBe('总结这篇文章');
});

test('a long sentence is cut after a word', () => {
  const name = nameOf([{ userPrompt: 'Read the request of the customer and decide which of our teams should answer it' }]);
  expect(name).toBe('Read the request of the customer and decide');
});
