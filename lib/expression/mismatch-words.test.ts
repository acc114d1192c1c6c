import { expect, test } from 'vitest';
import { compileCel } from './condition.ts';

test.each([
  ['start.x > 5', "'>' does not go with text and a number", /double\(…\) makes a number of a text/],
  ['start.x + 1', "'+' does not go with text and a number", /string\(…\) a text of a number/],
  ['start.none > 3', "'>' does not go with null and a number", /start\.count != null/],
  ['1 in start.x', "'in' looks into a list or an object, and got text", /contains/],
  ['!start.n', "'!' takes true or false, and got a number", undefined],
  ['-start.x > 1', "'-' takes a number, and got text", undefined],
  ['size(start.n) > 1', 'size(…) does not go with a number', undefined],
  ['start.list.contains("a")', 'contains(…) does not go with a list, given text', undefined],
  ['start.x && true', "'&&' and '||' take true or false, and one side is text", /Compare it/],
  ['start.n ? 1 : 2', "The condition before '?' must be true or false, not a number", /Compare it/],
])('%s names the types that do not fit', (source, message, hint) => {
  const scope = { start: { x: '12', n: 1.5, none: null, list: ['a'] } };
  const failure = () => compileCel(source).evaluate(scope);
  expect(failure).toThrow(expect.objectContaining({ code: 'expression-failed', message }));
  if (hint) expect(failure).toThrow(expect.objectContaining({ hint: expect.stringMatching(hint) }));
});
