import { expect, test } from 'vitest';
import { previewTemplate } from './preview-template.ts';

const scope = { start: { who: 'Mara' }, order: { lines: ['tea', 'milk'] } };
const seen = (source: string) => previewTemplate(source, scope).map(({ text, kind }) => [kind, text]);

test('references are filled with their values', () => {
  expect(seen('Dear {{start.who}}, thanks')).toEqual([
    ['plain', 'Dear '],
    ['filled', 'Mara'],
    ['plain', ', thanks'],
  ]);
});

test('a reference without a value is shown as written, with the reason, and the others are filled', () => {
  const pieces = previewTemplate('{{start.whom}} {{start.who}}', scope);
  expect(pieces.map(({ text, kind }) => [kind, text])).toEqual([
    ['missing', '{{start.whom}}'],
    ['plain', ' '],
    ['filled', 'Mara'],
  ]);
  expect(pieces[0]?.message).toContain("no field 'whom'");
});

test('a default replaces a missing value', () => {
  expect(seen('{{gone.text | default: "none"}}')).toEqual([['filled', 'none']]);
});

test('a loop is rendered as a whole', () => {
  expect(seen('{% for line in order.lines %}- {{line}}\n{% endfor %}')).toEqual([['filled', '- tea\n- milk\n']]);
});

test('an invalid tag is reported, not thrown', () => {
  expect(previewTemplate('{{ start. }}', scope)[0]?.kind).toBe('missing');
});
