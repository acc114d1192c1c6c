import { expect, test } from 'vitest';
import { functionText } from './function-text.ts';

/** `|` is the caret; afterwards `[ ]` is what is selected. */
function insert(marked: string, form: string, mode: 'template' | 'cel' = 'template'): string {
  const text = marked.replace('|', '');
  const { at, typed, selected } = functionText(text, marked.indexOf('|'), { mode, form });
  const after = text.slice(0, at) + typed + text.slice(at);
  return `${after.slice(0, selected.from)}[${after.slice(selected.from, selected.to)}]${after.slice(selected.to)}`;
}

test.each([
  ['Dear |', 'text.lower()', 'Dear {{= [text].lower() }}'],
  ['{{= start.name| }}', 'text.lower()', '{{= start.name.lower([]) }}'],
  ['{{= start.name.| }}', 'text.replace(old, new)', '{{= start.name.replace([old], new) }}'],
  ['{{= | }}', 'round(number, digits)', '{{= round([number], digits) }}'],
  ['{{= start.n + | }}', 'list.sum()', '{{= start.n + [list].sum() }}'],
  ['{{start.na|me}}!', 'now()', '{{start.name}}{{= now()[] }}!'],
  ['|{{start.name}}', 'now()', '{{= now()[] }}{{start.name}}'],
  ['{{= a }} |', 'condition ? value : other', '{{= a }} {{= [condition] ? value : other }}'],
  ['{{= {"a": {"b": | }} }}', 'now()', '{{= {"a": {"b": now()[] }} }}'],
])('in the template %s, %s is written as %s', (marked, form, written) => {
  expect(insert(marked, form)).toBe(written);
});

test('in a condition it is written without braces', () => {
  expect(insert('start.name|', 'text.contains(part)', 'cel')).toBe('start.name.contains([part])');
  expect(insert('|', 'has(node.field)', 'cel')).toBe('has([node].field)');
});
