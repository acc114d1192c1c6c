import { expect, test } from 'vitest';
import { countHidden, withHiddenShown, withoutHidden } from './hidden-text.ts';

test.each([
  ['a family', '👨‍👩‍👧'],
  ['a profession with a skin colour', '👩🏽‍💻'],
  ['a heart that is on fire', '❤️‍🔥'],
  ['Persian with a non-joiner', 'می‌خواهم'],
  ['a Sinhala conjunct', 'ශ්‍රී'],
])('%s is not hidden: the joiner changes what a person sees', (_, text) => {
  expect(withoutHidden(text)).toBe(text);
  expect(countHidden(text)).toBe(0);
});

test.each([
  ['tags', '\u{e0041}'],
  ['joiners between letters that never join', '\u200d'],
  ['joiners in a row', '\u200c\u200d'],
  ['a direction control', '\u202e'],
  ['variation selectors that carry data', '\ufe00\ufe0d\u{e0100}'],
  ['blank letters', '\u3164\u115f\u034f'],
  ['private use', '\ue000'],
])('%s are hidden', (_, hidden) => {
  expect(withoutHidden(`a${hidden}b`)).toBe('ab');
  expect(countHidden(`a${hidden}b`)).toBe([...hidden].length);
});

test('hidden characters are written out', () => {
  expect(withHiddenShown('a\u200bb')).toBe('a⟨U+200B⟩b');
});
