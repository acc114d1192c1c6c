import { describe, expect, test } from 'vitest';
import { ExpressionError } from './expression-error.ts';
import { compileTemplate, compileValue } from './template.ts';

const scope = {
  fetch: {
    status: 200,
    body: 'All is well',
    items: [
      { name: 'tea', price: 2 },
      { name: 'milk', price: 1 },
    ],
    headers: { 'content-type': 'text/plain' },
  },
  order: { id: 'A-7', total: 250, isGift: false, note: null },
};
const render = (source: string) => compileTemplate(source).evaluate(scope);
const failureOf = (run: () => unknown): ExpressionError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error('it did not fail');
};

describe('a template that is exactly one tag', () => {
  test.each([
    ['{{order.total}}', 250],
    ['{{ order.isGift }}', false],
    ['{{order.note}}', null],
    ['{{fetch.items[1]}}', { name: 'milk', price: 1 }],
    ['{{fetch.items[-1].name}}', 'milk'],
    ['{{ fetch.items[-2].name | upcase }}', 'TEA'],
    ['{{fetch.headers["content-type"]}}', 'text/plain'],
    ['{{ fetch.items | map: "name" }}', ['tea', 'milk']],
    ['{{ order.total | plus: 1 }}', 251],
    ['{{ nil }}', null],
  ])('%s keeps the type of its value', (source, value) => {
    expect(render(source)).toEqual(value);
  });

  test('gives a string with isText', () => {
    expect(compileTemplate('{{order.total}}', { isText: true }).evaluate(scope)).toBe('250');
    expect(compileTemplate('{{ order.total | plus: 1 }}', { isText: true }).evaluate(scope)).toBe('251');
  });
});

describe('text with tags in it', () => {
  test.each([
    ['', ''],
    ['no tags', 'no tags'],
    ['Order {{order.id}}: {{order.total}}', 'Order A-7: 250'],
    ['{{fetch.items}}!', '[{"name":"tea","price":2},{"name":"milk","price":1}]!'],
    ['[{{order.note}}]', '[]'],
    ['{{ order.id | downcase }} {{ fetch.items | map: "name" | join: ", " }}', 'a-7 tea, milk'],
    ['{% for item in fetch.items %}{{ forloop.index }}. {{item.name}} {% endfor %}', '1. tea 2. milk '],
    ['{% for i in (1..3) %}{{i}}{% endfor %}', '123'],
    ['{% assign id = order.id | downcase %}{{id}}', 'a-7'],
    ['{% capture line %}{{order.id}}!{% endcapture %}{{line}}{{line}}', 'A-7!A-7!'],
    [
      '{{ fetch.items[0] | append: "!" }} {{ fetch.items | join: "; " }}',
      '{"name":"tea","price":2}! {"name":"tea","price":2}; {"name":"milk","price":1}',
    ],
    ['{% raw %}{{ as it is }}{% endraw %}', '{{ as it is }}'],
    ['a{% comment %} {{ broken. }} {{ " {% if %} {% endcomment %}b', 'ab'],
    ['a {%- comment -%} x {%- endcomment -%} b', 'ab'],
    ['a {{- order.id -}} b', 'aA-7b'],
    ['{{ "{{" }} and {{ order.id | append: "}}" }}', '{{ and A-7}}'],
  ])('%j gives %j', (source, text) => {
    expect(render(source)).toBe(text);
  });
});

describe('a path that leads nowhere', () => {
  test.each([
    ['{{fetch.boddy}}', "fetch has no field 'boddy'", 'Did you mean fetch.body?'],
    ['x {{fetch.boddy}}', "fetch has no field 'boddy'", 'Did you mean fetch.body?'],
    ['{{fetch.boddy | upcase}}', "fetch has no field 'boddy'", 'Did you mean fetch.body?'],
    ['{% for x in fetch.itms %}{% endfor %}', "fetch has no field 'itms'", 'Did you mean fetch.items?'],
    ['{% for item in fetch.items %}{{item.nmae}}{% endfor %}', "item has no field 'nmae'", 'Did you mean item.name?'],
    ['{{fetch.body.text}}', "fetch.body is text, so it has no field 'text'", undefined],
    ['{{fetch.items.size}}', "fetch.items is a list, so it has no field 'size'", 'Write {{ fetch.items | size }}'],
    [
      '{{fetch.items.first.name}}',
      "fetch.items is a list, so it has no field 'first'",
      'Take one item, as in fetch.items[0].name',
    ],
    ['{{fetch.items.last}}', "fetch.items is a list, so it has no field 'last'", 'Take one item, as in fetch.items[-1]'],
    ['{{fetch.items[2]}}', 'fetch.items has 2 entries, so there is no fetch.items[2]', undefined],
    ['{{ordr.id}}', "ordr.id: there is no value of 'ordr' here", 'Did you mean order.id?'],
  ])('%s fails, naming the path', (source, message, hint) => {
    const failure = failureOf(() => render(source));
    expect({ code: failure.code, message: failure.message, hint: failure.hint }).toEqual({
      code: 'unknown-reference',
      message,
      hint,
    });
  });

  test('names its position in the text', () => {
    expect(failureOf(() => render('one\ntwo {{ fetch.boddy }}')).at).toEqual({ line: 2, column: 8 });
  });

  test.each([
    ['{{ skipped.text | default: "none" }}', 'none'],
    ['{{ order.isGift | default: true }}', false],
    ['{{ order.isGift | default: true, allow_false: true }}', false],
    ['{{ order.note | default: "x" }}', 'x'],
    ['{{ "" | default: "x" }}', 'x'],
    ['{{ nil | default: "x" }}', 'x'],
    ['{{ fetch.boddy | default: 3 }}', 3],
    ['{{ skipped.text | upcase | default: "none" }}', 'none'],
    ['a {{ skipped.text | default: other.text | default: order.id }}', 'a A-7'],
    ['{% assign t = skipped.text | default: "x" %}{{t}}', 'x'],
    ['{% for item in fetch.items %}{{item.vat | default: 0}}{% endfor %}', '00'],
    ['{{ order.note | default: skipped.text }}', null],
    ['{{ skipped.text | default: order.id }}', 'A-7'],
  ])('%s takes its default', (source, value) => {
    expect(render(source)).toEqual(value);
  });

  test.each([
    '{{ skipped.text }} {{ order.id | default: "x" }}',
    '{{ order.note | default: fetch.boddy }}',
    '{{ order.id | append: skipped.text }}',
  ])('%s fails: the default is in another tag, or before the path', (source) => {
    expect(failureOf(() => render(source)).code).toBe('unknown-reference');
  });
});

test.each([
  ['{{ order. }}', "Expected a field name after '.'", 1, 10],
  ['{{ order id }}', "Unexpected 'id'", 1, 10],
  ['{{ }}', 'Expected a path, as in {{ node.field }}', 1, 4],
  ['a\n{{ order.id', "'{{' is never closed", 2, 1],
  ['{{ order.total > 3 }}', "'>' is not allowed here: write an expression, as in {{= node.count + 1 }}", 1, 16],
  ['{{ $json.total }}', "'$' is not part of a name: write the id of a node, as in {{ start.name }}", 1, 4],
  ['{{ order.content-type }}', "A name cannot contain '-' here", 1, 17],
  ['{{ order[order.id] }}', 'Expected a number or a quoted name between [ and ], as in [0] or ["content-type"]', 1, 10],
  ['{{ order.id | upcas }}', "There is no filter 'upcas'", 1, 15],
  ['{% if order.id %}x{% endif %}', "There is no tag 'if'", 1, 1],
  ['{% include "package.json" %}', "There is no tag 'include'", 1, 1],
  ['{% render "x" %}', "There is no tag 'render'", 1, 1],
  ['{% for x in order %}', '{% for %} is never closed', 1, 1],
  ['{% endfor %}', '{% endfor %} closes nothing', 1, 1],
  ['{{ _optional.order.id }}', "Unexpected '_optional'", 1, 4],
])('%j cannot be read', (source, message, line, column) => {
  const failure = failureOf(() => compileTemplate(source));
  expect({ code: failure.code, message: failure.message, at: failure.at }).toEqual({
    code: 'expression-invalid',
    message,
    at: { line, column },
  });
});

test.each([
  '{% for i in (1..100000000) %}{{i}}{% endfor %}',
  `{% for i in (1..3000) %}${'{% for j in (1..3000) %}{{j}}{% endfor %}'}{% endfor %}`,
  '{% assign a = "0123456789" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}',
])('%s is stopped', (source) => {
  expect(failureOf(() => render(source)).code).toBe('expression-limit');
});

describe('compileValue', () => {
  test('hands a constant on as it is', () => {
    const config = { a: 1, b: ['x', { c: null }] };
    const compiled = compileValue(config);
    expect(compiled.isConstant).toBe(true);
    expect(compiled.evaluate({})).toBe(config);
  });

  test('copies only what changes and keeps the order of the keys', () => {
    const config = { z: '{{order.total}}', fixed: { deep: [1] }, a: ['{{order.id}}', 'x'] };
    const value = compileValue(config).evaluate(scope) as typeof config;
    expect(value).toEqual({ z: 250, fixed: { deep: [1] }, a: ['A-7', 'x'] });
    expect(Object.keys(value)).toEqual(['z', 'fixed', 'a']);
    expect(value.fixed).toBe(config.fixed);
  });

  test('leaves literal and CEL fields as they are, and lists what the CEL ones read', () => {
    const config = { when: 'order.total > 3', note: '{{not.this}}', text: '{{fetch.body}}' };
    const modeOf = ([key]: readonly (string | number)[]) => (key === 'when' ? 'cel' : key === 'note' ? 'literal' : 'template');
    const compiled = compileValue(config, modeOf);
    expect(compiled.evaluate(scope)).toEqual({ ...config, text: 'All is well' });
    expect(compiled.references.map(({ text }) => text)).toEqual(['order.total', 'fetch.body']);
  });

  test('names the field that failed', () => {
    expect(failureOf(() => compileValue({ a: { 'b c': ['{{order.x}}'] } }).evaluate(scope)).path).toBe('config.a["b c"][0]');
    expect(failureOf(() => compileValue({ a: '{{' })).path).toBe('config.a');
  });

  test('a key named __proto__ stays a key', () => {
    const value = compileValue(JSON.parse('{"__proto__":"{{order.id}}"}')).evaluate(scope) as object;
    expect(JSON.stringify(value)).toBe('{"__proto__":"A-7"}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

test('a template of very many tags is parsed quickly, with the position of each', { timeout: 4000 }, () => {
  const { references } = compileTemplate('{{ node.text }}\n'.repeat(60_000));
  expect(references.at(-1)?.at).toEqual({ line: 60_000, column: 4 });
});
