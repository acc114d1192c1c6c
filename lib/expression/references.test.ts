import { expect, test } from 'vitest';
import { parseReferences } from './references.ts';

const summary = (source: string, mode: 'template' | 'cel') =>
  parseReferences(source, mode).references.map(
    ({ text, at, hasDefault }) => `${text}${hasDefault ? '?' : ''}@${at.line}:${at.column}`,
  );

test.each([
  ['{{a.b}} and\n {{ c[0].d }}', ['a.b@1:3', 'c[0].d@2:5']],
  ['{{ a["x y"].z }}', ['a["x y"].z@1:4']],
  ['{{ a.b | default: c.d }}', ['a.b?@1:4', 'c.d@1:19']],
  ['{{ a.b | append: c.d | default: "x" }}', ['a.b?@1:4', 'c.d?@1:18']],
  [
    '{% for item in a.list limit: b.n %}{{ item.name }}{{ forloop.index }}{{ c.d }}{% endfor %}{{ item.x }}',
    ['a.list@1:16', 'b.n@1:30', 'c.d@1:73', 'item.x@1:94'],
  ],
  ['{% assign x = a.b %}{{ x.c }}', ['a.b@1:15']],
  ['{{ "a.b" }} {{ true }} {{ 3 }}', []],
  ['{% raw %}{{ a.b }}{% endraw %}', []],
  ['no tags, a.b', []],
])('the template %j reads %j', (source, expected) => {
  expect(summary(source, 'template')).toEqual(expected);
});

test.each([
  ['a.b.c > b[0]["k"]', ['a.b.c@1:1', 'b[0].k@1:9']],
  ['a.b[c.d].e == 1', ['c.d@1:5', 'a.b@1:1']],
  ['has(a.b) && a.b.c > 1 && a.d', ['a.b?@1:5', 'a.b.c?@1:13', 'a.d@1:26']],
  ['a.?b.orValue(1)', ['a.b?@1:1']],
  ['a.list.exists(v, v.x > b.y)', ['a.list@1:1', 'b.y@1:24']],
  ['cel.bind(v, a.b, v + c.d)', ['a.b@1:13', 'c.d@1:22']],
  ['type(a.b) == int', ['a.b@1:6']],
  ['"a.b" == "c"', []],
])('the condition %j reads %j', (source, expected) => {
  expect(summary(source, 'cel')).toEqual(expected);
});

test('all problems of a template are returned at once', () => {
  const { problems, references } = parseReferences('{{ a. }} {{ b.c }} {{ d e }}\n{% if x %}', 'template');
  expect(problems.map(({ at }) => `${at.line}:${at.column}`)).toEqual(['1:6', '1:25', '2:1']);
  expect(references.map(({ text }) => text)).toEqual(['b.c']);
});
