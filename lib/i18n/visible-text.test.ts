import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('characters that turn the direction of text are written out', () => {
  expect(visibleText('invoice\u202efdp.exe')).toBe('invoice⟨U+202E⟩fdp.exe');
  expect(visibleText('\u2066a\u2069 \u202ab\u202c')).toBe('⟨U+2066⟩a⟨U+2069⟩ ⟨U+202A⟩b⟨U+202C⟩');
});

test('text that is written from right to left stays as it is', () => {
  for (const text of ['فاتورة', 'חשבונית\u200f!', 'plain', '发票']) expect(visibleText(text)).toBe(text);
});
