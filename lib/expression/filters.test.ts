import { expect, test } from 'vitest';
import { checkTemplate } from './check-template.ts';
import { filters } from './filters.ts';
import { liquidFilterNames } from './liquid-engine.ts';

test('the filters that are known without Liquid are those that Liquid has', () => {
  expect([...filters.keys()].sort()).toEqual(liquidFilterNames().toSorted());
});

test.each([
  ['{{ a.b | where: "v", ">", 3 }}', "The filter 'where' takes at most 2 arguments, but has 3"],
  ['{{ a.b | uniq: "id" }}', "The filter 'uniq' takes no arguments"],
  ['{{ a.b | replace: "x" }}', "The filter 'replace' needs 2 arguments, but has 1"],
  ['{{ a.b | split }}', "The filter 'split' needs an argument"],
  ['{{ a.b | default: 1, strict: true }}', "The filter 'default' has no argument 'strict'"],
])('%s: %s', (template, message) => {
  expect(checkTemplate(template).problems).toMatchObject([{ message }]);
});

test.each(['{{ a.b | default: 1, allow_false: true }}', '{{ a.b | where: "v", 3 }}', '{{ a.b | date: "%Y", "Asia/Tokyo" }}'])(
  '%s is valid',
  (template) => {
    expect(checkTemplate(template).problems).toEqual([]);
  },
);
