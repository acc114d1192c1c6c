import { expect, test } from 'vitest';
import { celTagEnd } from './tag-end.ts';

test.each([
  String.raw`"""say \"hi\""""`,
  String.raw`'''it\'''s'''`,
  String.raw`"""ends \\"""`,
  String.raw`r"""raw \" }} quote"""`,
])('an escaped quote does not end the string %s', (cel) => {
  expect(celTagEnd(`{{= ${cel} }} }}`, 3)).toBe(5 + cel.length);
});

test('a string that is not closed hides the end of its tag', () => {
  expect(celTagEnd('{{= """open }}', 3)).toBeUndefined();
  expect(celTagEnd(`{{= """${'\\"'.repeat(100_000)} }}`, 3)).toBeUndefined();
});
