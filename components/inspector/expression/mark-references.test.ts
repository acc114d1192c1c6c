import { expect, test } from 'vitest';
import { markReferences } from './mark-references.ts';

const mark = (text: string, mode: 'template' | 'cel', wrongAt: { line: number; column: number }[] = []) =>
  markReferences(text, { mode, isNode: (name) => ['start', 'order'].includes(name), wrongAt });
const marked = (...input: Parameters<typeof mark>) =>
  mark(...input)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ text, kind }) => [text, kind]);

test('whole tags of a template are marked', () => {
  expect(marked('Dear {{start.name}},\n{% for x in order.lines %}- {{ x }}{% endfor %} {{ open', 'template')).toEqual([
    ['{{start.name}}', 'reference'],
    ['{% for x in order.lines %}', 'reference'],
    ['{{ x }}', 'reference'],
    ['{% endfor %}', 'reference'],
  ]);
});

test('in an expression of a template the paths of nodes are marked, and the token that is wrong', () => {
  const text = 'It is {{= start.x.toLow() + "{{a}}" + size(y) }} of {{order.id}}';
  const wrongAt = ['y)', '+ size'].map((sign) => ({ line: 1, column: text.indexOf(sign) + 1 }));
  expect(marked(text, 'template', wrongAt)).toEqual([
    ['{{= ', 'expression'],
    ['start.x.toLow', 'reference'],
    ['() + "{{a}}" ', 'expression'],
    ['+', 'wrong'],
    [' size(', 'expression'],
    ['y', 'wrong'],
    [') }}', 'expression'],
    ['{{order.id}}', 'reference'],
  ]);
});

test('the tag in which something is wrong is marked so', () => {
  expect(marked('{{start.a}}\n and {{order.boddy}}', 'template', [{ line: 2, column: 8 }])).toEqual([
    ['{{start.a}}', 'reference'],
    ['{{order.boddy}}', 'wrong'],
  ]);
});

test('in a condition the paths of nodes are marked, and names that should be some; texts and functions are not', () => {
  const text = `start.count > 3 && size(order.lines[0].name) > 1 && start.x == 'order.id' && odrer.id`;
  expect(marked(text, 'cel', [{ line: 1, column: text.indexOf('odrer') + 1 }])).toEqual([
    ['start.count', 'reference'],
    ['order.lines[0].name', 'reference'],
    ['start.x', 'reference'],
    ['odrer.id', 'wrong'],
  ]);
});

test.each([
  '',
  'plain',
  '{{= {"a": {"b": start.x}}}} x',
  '{{= "}}"}} {{= start',
  '{{a}}',
  '{{a}} b {{c}}\n',
  '{{ open {{start.b}} }}',
])('the pieces of %j are the text', (text) => {
  const pieces = mark(text, 'template');
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(pieces.every((piece) => text.startsWith(piece.text, piece.offset))).toBe(true);
});
