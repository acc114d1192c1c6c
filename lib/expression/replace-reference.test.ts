import { expect, test } from 'vitest';
import { fixReference, tagSpan } from './replace-reference.ts';

test('only the wrong reference is replaced, in any position', () => {
  const text = 'Order: {{fetch.body}}\nAgain: {{ fetch.boddy | default: "fetch.boddy" }}';
  expect(fixReference(text, { line: 2, column: 11 }, 'fetch.body')).toBe(
    'Order: {{fetch.body}}\nAgain: {{ fetch.body | default: "fetch.boddy" }}',
  );
});

test('the rest after the wrong key stays', () => {
  expect(fixReference('fetch.boddy.items[0].name == 1', { line: 1, column: 1 }, 'fetch.body')).toBe(
    'fetch.body.items[0].name == 1',
  );
});

test('a wrong node is replaced with its whole path', () => {
  expect(fixReference('{{strat.question}}', { line: 1, column: 3 }, 'start.question')).toBe('{{start.question}}');
});

test('a text without the reference is not changed', () => {
  expect(fixReference('12 + 3', { line: 1, column: 1 }, 'fetch.body')).toBeUndefined();
});

test('the tag around a reference is found, and only an output tag', () => {
  const text = 'Hi {{ start.name | upcase }}, {% for x in start.items %}{% endfor %}';
  const tag = tagSpan(text, { line: 1, column: 7 });
  expect(tag && text.slice(tag.from, tag.to)).toBe('{{ start.name | upcase }}');
  expect(tagSpan(text, { line: 1, column: text.indexOf('start.items') + 1 })).toBeUndefined();
  expect(tagSpan('start.count > 3', { line: 1, column: 1 })).toBeUndefined();
});
