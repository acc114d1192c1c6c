import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { compileCel } from './condition.ts';
import { ExpressionError } from './expression-error.ts';
import { compileText } from './liquid-engine.ts';
import { compileTemplate } from './template.ts';
import { parseTemplate } from './template-parser.ts';

class Secret {
  readonly own = 1;
  get hidden() {
    return 'leaked';
  }
  method() {
    return 'leaked';
  }
}
const scope = { node: { text: 'hello', list: [1, { x: 'y' }], object: { a: 1 }, secret: new Secret(), call: () => 'leaked' } };

/** What both languages may make of a source: a value or an ExpressionError, nothing else. */
function outcome(compile: () => { evaluate(scope: object): unknown }): unknown {
  try {
    return compile().evaluate(scope);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return error;
  }
}

const pieces = fc.constantFrom(
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '{{ node.text }}',
    '{{ node.text | upcase }}',
    '{% for x in node.list %}',
    '{% endfor %}',
    '{% assign y = node.text %}',
    '{%-',
    '-}}',
  ],
  ...[
    'node',
    '.',
    'text',
    '[',
    ']',
    '0',
    '"',
    "'",
    '|',
    ':',
    ',',
    '(',
    ')',
    '..',
    ' ',
    '\n',
    '-',
    '\\',
    'default',
    'size',
    'x',
    '{% raw %}',
    '#',
    '\u0000',
    '🙂',
    '日本',
    '{% comment %}',
    '{% endcomment %}',
    '{% capture c %}',
    '{% endcapture %}',
    'nil',
    '1.5',
    ' reversed',
  ],
);
const celPieces = fc.constantFrom(
  ...[
    'node',
    '.text',
    '.list',
    '[0]',
    ' == ',
    ' > ',
    ' && ',
    ' || ',
    '!',
    '(',
    ')',
    '"a"',
    "'",
    '1',
    '2.5',
    ' + ',
    ' - ',
    '?',
    ':',
    '.exists(v, v',
    ')',
    'has(',
    'size(',
  ],
  ...[
    '.matches("a")',
    '.map(v, v)',
    '[',
    ']',
    '{',
    '}',
    ',',
    '.?',
    'null',
    'true',
    ' in ',
    '\n',
    '//',
    '\\',
    '🙂',
    'b"x"',
    'type(',
    'duration("1s")',
    'timestamp("x")',
  ],
);

test('any text is a template or an ExpressionError', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => void outcome(() => compileTemplate(parts.join('')))),
    { numRuns: 2000 },
  );
});

test('a template that the strict parser accepts is accepted by Liquid, too', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const { problems } = parseTemplate(parts.join(''));
      // These are Liquid's own words: our reader never uses them.
      expect(problems.filter(({ message }) => /not closed$|illegal tag|undefined filter|tokeniz/i.test(message))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test('templates without filters give what Liquid gives', () => {
  const plain = fc.array(
    fc.constantFrom(
      '{{node.text}}',
      '{{ node.list[1].x }}',
      '{{node.list}}',
      '{{ node["object"].a }}',
      'text ',
      '\n',
      '}}',
      '{',
      '%}',
      '"',
      '🙂',
    ),
    {
      minLength: 2,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(plain, (parts) => {
      const source = parts.join('');
      const { plain: fast, problems } = parseTemplate(source);
      fc.pre(fast !== undefined && problems.length === 0);
      expect(compileTemplate(source, { isText: true }).evaluate(scope)).toBe(compileText(source)(scope));
    }),
  );
});

test('any text is a condition or an ExpressionError', () => {
  fc.assert(
    fc.property(fc.array(celPieces, { maxLength: 12 }), (parts) => void outcome(() => compileCel(parts.join('')))),
    { numRuns: 2000 },
  );
});

const inherited = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'length',
  '__defineGetter__',
  'hidden',
  'method',
  'call',
  'apply',
  'bind',
  'name',
  'then',
];
const steps = fc.array(fc.constantFrom(...inherited, 'text', 'list', 'object', 'secret'), { minLength: 1, maxLength: 4 });

test.each([
  ['template', (path: string) => compileTemplate(`{{ ${path} }}`)],
  ['template with a filter', (path: string) => compileTemplate(`{{ ${path} | json }}`)],
  ['loop', (path: string) => compileTemplate(`{% for x in ${path} %}{{ x }}{% endfor %}`)],
  ['condition', (path: string) => compileCel(path)],
])('a %s reads own keys only', (_name, compile) => {
  fc.assert(
    fc.property(
      fc.constantFrom('node', 'constructor', '__proto__', 'toString'),
      steps,
      fc.boolean(),
      (root, keys, isBracketed) => {
        const path = root + keys.map((key) => (isBracketed ? `["${key}"]` : `.${key}`)).join('');
        const result = outcome(() => compile(path));
        const isInherited = root !== 'node' || keys.some((key) => inherited.includes(key) && key !== 'call');
        if (isInherited) expect(result).toBeInstanceOf(ExpressionError);
        expect(typeof result).not.toBe('function');
      },
    ),
  );
});

test.each([
  'map: "constructor"',
  'map: "__proto__"',
  'where: "constructor"',
  'sum: "constructor"',
  'sort: "__proto__"',
  'group_by: "constructor"',
  'uniq',
  'compact',
])('the filter %s finds nothing inherited', (filter) => {
  const result = outcome(() => compileTemplate(`{{ node.list | ${filter} | json }}`));
  if (!(result instanceof ExpressionError)) expect(String(result)).not.toMatch(/function|native code|Object\(/);
});

test('a function in the scope is never called', () => {
  let isCalled = false;
  const trap = () => {
    isCalled = true;
  };
  for (const source of [
    '{{ node.trap }}',
    '{{ node.trap | size }}',
    'x {{ node.trap | default: 1 }}',
    '{% for x in node.trap %}{% endfor %}',
  ]) {
    try {
      compileTemplate(source).evaluate({ node: { trap } });
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
    }
  }
  expect(isCalled).toBe(false);
});

test('a value nested very deeply is a text or an error, not a crash', () => {
  let deep: unknown = 1;
  for (let i = 0; i < 200_000; i++) deep = { a: deep };
  for (const source of ['x {{ node.deep }}', '{{ node.deep | json }}', 'x {{ node.deep | upcase }}']) {
    const compiled = compileTemplate(source);
    try {
      expect(typeof compiled.evaluate({ node: { deep } })).toBe('string');
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
    }
  }
});

test('a nested loop ends at the step limit, wherever the lists are hidden', () => {
  const list = Array.from({ length: 20_000 }, (_, index) => index);
  const nested = [
    'node.list.map(x, {"l": node.list}).all(p, p.l.all(q, q >= 0))',
    'node.list.map(x, [node.list]).exists(p, p[0].exists(q, q < 0))',
    'node.list.filter(x, [[x, node.list]].all(p, p[1].all(q, q >= 0))).size() > 0',
    'node.list.all(x, !(x + 100000 in node.list))',
  ];
  for (const source of nested) {
    const start = threadCpuMs();
    expect(() => compileCel(source).evaluate({ node: { list } })).toThrow(expect.objectContaining({ code: 'expression-limit' }));
    expect(threadCpuMs() - start).toBeLessThan(3000);
  }
  expect(compileCel('node.list.all(x, x >= 0)').evaluate({ node: { list } })).toBe(true);
});

test('text that doubles by being captured is counted', () => {
  const doubling = `{% capture s %}xxxxxxxxxx{% endcapture %}${'{% capture s %}{{s}}{{s}}{% endcapture %}'.repeat(25)}{{s}}y`;
  expect(() => compileTemplate(doubling).evaluate({})).toThrow(expect.objectContaining({ code: 'expression-limit' }));
});

test('a number that JSON does not have is an error inside of a text as well', () => {
  for (const source of ['{{ 1 | divided_by: 0 }}', 'a {{ 1 | divided_by: 0 }} b', 'a {{ 0 | divided_by: 0 }}'])
    expect(() => compileTemplate(source).evaluate({})).toThrow(expect.objectContaining({ code: 'expression-failed' }));
});
