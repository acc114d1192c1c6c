import { expect, test } from 'vitest';
import { countTags } from './has-tags.ts';

test.each([
  ['plain { text }', 0],
  ['{{a}}{% b %}{{{c}}}', 3],
  [['{{a}}', { b: '{{c}} {{d}}', e: 1, f: null }], 3],
  [`{{ ${'a'.repeat(250)} }}`, 3],
  ['{{'.repeat(10), 10],
])('%j counts as %i tags', (value, count) => {
  expect(countTags(value, 100)).toBe(count);
});

test('counting stops above the limit, and many unclosed tags are counted fast', { timeout: 4000 }, () => {
  expect(countTags('{{a}}'.repeat(1_000_000), 100)).toBeLessThan(200);
  expect(countTags('{{'.repeat(2_000_000), 20_000)).toBeGreaterThan(20_000);
  expect(countTags('{'.repeat(4_000_001), 20_000)).toBeGreaterThan(20_000);
});
