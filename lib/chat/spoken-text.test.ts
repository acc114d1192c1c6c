import { expect, test } from 'vitest';
import { spokenParts, spokenText } from './spoken-text.ts';

test('an answer is spoken without the marks of Markdown', () => {
  const markdown = [
    '## Opening hours',
    '',
    'We open at **nine** [1], see [the plan](https://shop.example/plan?a=1).',
    '',
    '| Day | Hours |',
    '| --- | :-: |',
    '| Monday | 9 to 5 |',
    '',
    '- *Closed* on Sunday',
    '```js',
    'open();',
    '```',
  ].join('\n');
  expect(spokenText(markdown)).toBe(
    'Opening hours\nWe open at nine, see the plan.\nDay, Hours\nMonday, 9 to 5\nClosed on Sunday\nopen();',
  );
});

test('a name with a single underline and a price keep their signs', () => {
  expect(spokenText('Set max_size to $5.')).toBe('Set max_size to $5.');
});

test('a long answer has parts that end with sentences, and the first one is short', () => {
  const text = 'This is a sentence of the answer. '.repeat(400).trim();
  const parts = spokenParts(text);
  expect(parts.length).toBe(5);
  expect(parts[0]?.length).toBeLessThanOrEqual(800);
  expect(parts.every((part) => part.length <= 4000 && part.endsWith('.'))).toBe(true);
  expect(parts.join(' ')).toBe(text);
});

test('a text without an end is cut between characters, and an empty one has no part', () => {
  const parts = spokenParts('𠮷'.repeat(3001));
  expect(parts.join('')).toBe('𠮷'.repeat(3001));
  expect(parts.every((part) => part.isWellFormed())).toBe(true);
  expect(spokenParts(' \n---\n')).toEqual([]);
});
