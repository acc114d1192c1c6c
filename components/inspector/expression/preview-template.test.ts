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

test('one without a value stands as it is written, with the reason, and the others are filled all the same', () => {
  const pieces = previewTemplate('{{start.whom}} {{start.who}}', scope);
  expect(pieces.map(({ text, kind }) => [kind, text])).toEqual([
    ['missing', '{{start.whom}}'],
    ['plain', ' '],
    ['filled', 'Mara'],
  ]);
  expect(pieces[0]?.message).toContain("no field 'whom'");
});

test('a default stands where there is no value', () => {
  expect(seen('{{gone.text | default: "none"}}')).toEqual([['filled', 'none']]);
});

test('a loop is rendered as a whole', () => {
  expect(seen('{% for line in order.lines %}- {{line}}\n{% endfor %}')).toEqual([['filled', '- tea\n- milk\n']]);
});

test('a tag that cannot be read is told, not thrown', () => {
  expect(previewTemplate('{{ start. }}', scope)[0]?.kind).toBe('missing');
});
