import { expect, test } from 'vitest';
import { completeReference, completionAt } from './complete-reference.ts';

/** `|` is the caret. */
const at = (marked: string, mode: 'template' | 'cel' = 'template', isAsked = false) =>
  completionAt(marked.replace('|', ''), marked.indexOf('|'), { mode, isExplicit: isAsked });

test.each([
  ['Hello {{|', ''],
  ['Hello {{ |', ''],
  ['{{fe|', 'fe'],
  ['{{ fetch.body.|', 'fetch.body.'],
  ['{{ fetch.items[0].na|', 'fetch.items[0].na'],
  ['{{a.b}} and {{c|', 'c'],
  ['{{ a.b | default: c|', 'c'],
  ['{% for item in fe|', 'fe'],
  ['{% assign x = fe|', 'fe'],
])('%s completes %j', (marked, query) => {
  const [before, ...after] = marked.split('|');
  const isFilter = after.length > 1;
  const text = isFilter ? marked.slice(0, -1) : (before ?? '');
  expect(completionAt(text, text.length, { mode: 'template' })).toMatchObject({ query });
});

test.each(['plain |', '{{a}} |', '{{ a b|', '{{ "fe|', "{{ 'fe|", '{% fo|', '{{ 1|', '{{ a[fe|'])(
  '%s completes nothing',
  (marked) => {
    expect(at(marked)).toBeUndefined();
  },
);

test.each([
  ['{{= sta|', 'sta'],
  ['{{=|', ''],
  ['{{= start.count > 3 && or|', 'or'],
  ['{{= {"a": {"b": sta|', 'sta'],
  ['{{= "}}" + sta|', 'sta'],
])('in an expression of a template %s completes %j, with functions', (marked, query) => {
  expect(at(marked)).toMatchObject({ query, isCel: true, needsEnd: true });
});

test.each(['{{= start.count + |', '{{= "sta|', '{{= start.count }} sta|', '{{= a b|'])('%s completes nothing', (marked) => {
  expect(at(marked)).toBeUndefined();
});

test('the name of a filter is no reference', () => {
  expect(completionAt('{{ a | up', 9, { mode: 'template' })).toBeUndefined();
});

test.each([
  ['sta|', 'sta'],
  ['start.count > 3 && or|', 'or'],
  ['has(start.no|)', 'start.no'],
  ["'urgent' in mail.|", 'mail.'],
])('in a condition %s completes %j', (marked, query) => {
  expect(at(marked, 'cel')).toMatchObject({ query });
});

test.each(['|', "start.name == 'st|", 'start.count > 3|', 'start.items[0] st|'])(
  'in a condition %s completes nothing',
  (marked) => {
    expect(at(marked, 'cel')).toBeUndefined();
  },
);

test('in a condition the list can be opened before the first letter', () => {
  expect(at('start.count > |', 'cel', true)).toMatchObject({ query: '' });
});

function complete(marked: string, reference: string, mode: 'template' | 'cel' = 'template') {
  const completion = at(marked, mode);
  if (!completion) throw new Error(`${marked} completes nothing`);
  const { text, caret } = completeReference(marked.replace('|', ''), completion, reference);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test('a tag without an end gets one, and the caret goes behind it', () => {
  expect(complete('Hi {{fe| there', 'fetch.body')).toBe('Hi {{fetch.body}}| there');
  expect(complete('{{fe| and {{b}}', 'fetch')).toBe('{{fetch}}| and {{b}}');
});

test('a closed tag keeps its end, and the rest of its path is replaced', () => {
  expect(complete('{{ fe|tch.url }}!', 'fetch.body')).toBe('{{ fetch.body| }}!');
  expect(complete('{{fe| | upcase}}', 'fetch.body')).toBe('{{fetch.body| | upcase}}');
});

test('completion within a condition keeps the text after the caret', () => {
  expect(complete('start.c| > 3', 'start.count', 'cel')).toBe('start.count| > 3');
});
