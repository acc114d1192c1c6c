import { expect, test } from 'vitest';
import { worded } from '../i18n/problem-text.ts';
import { faultySpan } from './faulty-span.ts';

const wrongField = worded(['no-such-field', { holder: 'start', name: 'wrong' }]);
const marked = (text: string, problem: Parameters<typeof faultySpan>[0]) => {
  const span = faultySpan(problem, text);
  return span && text.slice(span.from, span.to);
};

test('of a reference with a wrong field only the field is at fault', () => {
  expect(marked('Hi {{start.wrong}}', { at: { line: 1, column: 6 }, texts: wrongField.texts })).toBe('wrong');
  expect(marked('a\n{{ start["wrong"].x }}', { at: { line: 2, column: 4 }, texts: wrongField.texts })).toBe('wrong');
});

test('of an unknown node the whole reference is, and elsewhere one sign', () => {
  const { texts } = worded(['no-such-node', { node: 'strat' }]);
  expect(marked('Hi {{strat.question}}', { at: { line: 1, column: 6 }, texts })).toBe('strat.question');
  expect(marked('start.a = 1', { at: { line: 1, column: 9 } })).toBe('=');
  expect(marked('{{a', { at: { line: 1, column: 4 } })).toBe('');
  expect(marked('whole', {})).toBeUndefined();
});
