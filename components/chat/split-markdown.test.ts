import { expect, test } from 'vitest';
import { splitMarkdown } from './split-markdown.ts';

test('blocks are split at empty lines, and no text is lost', () => {
  const text = '# Title\n\nOne\ntwo\n\n\n- a\n\n  b\n- c\n\nEnd';
  expect(splitMarkdown(text)).toEqual(['# Title\n', 'One\ntwo\n\n', '- a\n\n  b\n- c\n', 'End']);
  expect(splitMarkdown(text).join('\n')).toBe(text);
  expect(splitMarkdown('')).toEqual(['']);
});

test('a fenced code block is one part, also while its closing fence is missing', () => {
  expect(splitMarkdown('```js\na\n\nb\n~~~\n\n```\n\nc')).toEqual(['```js\na\n\nb\n~~~\n\n```\n', 'c']);
  expect(splitMarkdown('x\n\n````\na\n\n```\n\nb')).toEqual(['x\n', '````\na\n\n```\n\nb']);
});

test('all parts but the last stay the same while a text grows', () => {
  const text = 'A\n\n```\nx\n\ny\n```\n\n1. b\n\n   c\n\nD\n\n> e';
  let before: string[] = [];
  for (let end = 1; end <= text.length; end++) {
    const parts = splitMarkdown(text.slice(0, end));
    expect(parts.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
    before = parts;
  }
});
