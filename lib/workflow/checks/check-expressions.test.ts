import { describe, expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import type { Problem } from '../problem.ts';
import { validateWorkflow } from '../validate-workflow.ts';

const start = [
  'start',
  {
    inputs: [
      { name: 'count', type: 'number', required: true },
      { name: 'name', type: 'text', required: true },
      { name: 'level', type: 'select', options: ['low', 'high'], required: true },
      { name: 'isNew', type: 'boolean', required: true },
      { name: 'any', type: 'json' },
      { name: 'note', type: 'text' },
    ],
  },
] as [string, Record<string, unknown>];
const lines = ['set', { values: { list: [{ price: 2, tag: 'a' }] } }] as [string, Record<string, unknown>];

function problemsOf(type: string, config: Record<string, unknown>): readonly Problem[] {
  const { errors, warnings } = validateWorkflow(
    workflowOf({ start, lines, it: [type, config] }, ['start -> lines', 'lines -> it']),
    nodeRegistry,
  );
  return [...errors, ...warnings].filter(({ nodeId, code }) => nodeId === 'it' && code !== 'branch-missing');
}
const ofValue = (value: string) => problemsOf('set', { values: { value } });
const ofCondition = (when: string) => problemsOf('condition', { when });

test.each([
  '{{= start.count > 100 ? "big" : "small" }}',
  'It is {{= start.name.upper() }} and {{start.name}}',
  '{{= lines.list.map(line, line.price).sum() + 1 }}',
  '{{= {"name": start.name, "inner": {"n": start.count}} }}',
  '{{= now().add(1, "day").format("%F") + start.name }}',
  '{{= has(start.any) ? start.any : 0 }}',
  '{{= lines.list.sortBy("price")[0].tag + "!" }}',
  '{{= start.count / 2 + lines.list.size() / 2.0 + 4 / 2 }}',
  '{{= now().format("%d.%m.%Y") + now().format("") }}',
  '{% for line in lines.list %}{{= line.price * 2 }}{% endfor %}',
])('%s has no problem', (value) => {
  expect(ofValue(value)).toEqual([]);
});

describe('an expression in a value is checked with its position in the whole text', () => {
  test.each<[string, Partial<Problem>]>([
    ['a\n {{= start.cuont + 1 }}', { code: 'unknown-reference', hint: 'Did you mean start.count?', at: { line: 2, column: 6 } }],
    ['{{= stat.count }}', { code: 'unknown-reference', hint: 'Did you mean start.count?', at: { line: 1, column: 5 } }],
    ['x {{= start.name.toUpperCase() }}', { code: 'expression-invalid', hint: 'Write upper()', at: { line: 1, column: 18 } }],
    ['{{= start.count + }}', { code: 'expression-invalid', message: 'It ends too early' }],
    ['{{= it.x }}', { code: 'reference-not-before' }],
    [
      'x {{= start.name + 1 }}',
      { code: 'type-mismatch', message: "'+' does not go with text and number", at: { line: 1, column: 7 } },
    ],
    ['{{= start.name | upcase }}', { code: 'expression-invalid', hint: expect.stringContaining('Filters do not work in CEL') }],
    [
      '{{= now().format("yyyy-MM-dd HH:mm", "Europe/Berlin") }}',
      {
        code: 'type-mismatch',
        severity: 'error',
        message: expect.stringContaining('yyyy-MM-dd'),
        hint: expect.stringContaining('%Y-%m-%d'),
      },
    ],
    ['{{= start.count == "3" }}', { severity: 'warning', message: 'number and text are never equal' }],
    ['{{= lines.list.size() / 2 }}', { severity: 'warning', message: expect.stringContaining('3 / 2 is 1') }],
    ['{{= start.note }}', { code: 'reference-may-be-missing', severity: 'warning' }],
  ])('%j', (value, problem) => {
    expect(ofValue(value)).toEqual([expect.objectContaining({ path: 'config.values.value', ...problem })]);
  });
});

test('the result of an expression is compared with the type of its field', () => {
  const mismatch = {
    code: 'type-mismatch',
    message: 'The expression gives text; this field takes number',
    path: 'config.timeoutMs',
  };
  const http = (timeoutMs: string) => problemsOf('http', { url: 'https://example.com', timeoutMs });
  expect(http('{{= start.name.lower() }}')).toEqual([expect.objectContaining(mismatch)]);
  expect(http('{{= start.count * 1000 }}')).toEqual([]);
  expect(http('{{= {"a": {"b": 1000}}.a.b }}')).toEqual([]);
  expect(problemsOf('map', { items: '{{= start.name.split(",") }}' }).filter(({ code }) => code === 'type-mismatch')).toEqual([]);
});

describe('conditions', () => {
  test.each<[string, Partial<Problem>]>([
    ['start.name.toLowerCase() == "x"', { code: 'expression-invalid', message: "There is no function 'toLowerCase'" }],
    ['start.count == "3"', { severity: 'warning', code: 'type-mismatch', message: 'number and text are never equal' }],
    [
      '[1, 2, 3].size() / 2 > 1',
      { severity: 'warning', message: expect.stringContaining('3 / 2 is 1'), hint: expect.stringContaining('2.0') },
    ],
    ['3 / 2 == 1', { severity: 'warning', message: expect.stringContaining('3 / 2 is 1') }],
    [
      'start.level == "hgih"',
      { severity: 'warning', message: "'hgih' is none of the values that this can have", hint: 'Did you mean high?' },
    ],
    ['start.level == "medium"', { severity: 'warning', hint: 'It can be: low, high' }],
    [
      'start.name == now()',
      { severity: 'warning', message: 'text and a date are never equal', hint: expect.stringContaining('date(…)') },
    ],
    ['1 == "1"', { severity: 'error', message: "'==' does not go with a number and text" }],
    ['start.count', { code: 'type-mismatch', message: 'A condition must be true or false; this one is number' }],
    ['start.name > 3', { message: "'>' does not go with text and number", hint: expect.stringContaining('double(…)') }],
    ['start.name && start.isNew', { message: 'This part must be true or false, and is text' }],
    ['!start.count', { message: 'This part must be true or false, and is number' }],
    ['-start.name > 1', { message: "'-' takes a number, and got text" }],
    ['"a" in start.name', { message: "'in' does not go with text and text", hint: 'In a text, look with .contains(…)' }],
    [
      'lines.list.contains("a")',
      { message: 'contains(…) takes text, and got a list', hint: 'In a list, look with: value in list' },
    ],
    ['start.count.lower() == "a"', { message: 'lower(…) takes text, and got number' }],
    ['start.name.lower("x") == "a"', { message: 'lower(…) takes 0 values, and got 1' }],
    [
      'start.name.format("%F") == "a"',
      { message: 'format(…) takes a date, and got text', hint: expect.stringContaining('date(…)') },
    ],
    ['start.name.exists(x, x == "a")', { message: 'exists(…) takes a list, and got text' }],
    ['lines.list.exists(line, line.prize > 1)', { message: "line has no field 'prize'", hint: 'Did you mean price?' }],
    ['lines.list.exists(line, line.tag > 1)', { message: "'>' does not go with text and number" }],
    ['lines.list.groupBy("tag")[0].itms.size() > 1', { message: "The value before '.itms' has no such field" }],
  ])('%s', (when, problem) => {
    expect(ofCondition(when)).toEqual([expect.objectContaining({ path: 'config.when', ...problem })]);
  });

  test.each([
    'start.count == 3 || start.count != null',
    'start.any == "x" && has(start.any)',
    'start.level == "low"',
    'date(start.name) < now() && now() - date(start.name) > duration("1h")',
    'lines.list.filter(line, line.price > 1).size() > 0',
    'cel.bind(n, start.count, n > 3)',
    'start.name.matches("^a") && start.name.match("a(b)")[1] == "b"',
    '(start.isNew ? 1 : "x") == 1',
    'type(start.count) == double',
    'start.?any.orValue(3) == 3',
  ])('%s has no problem', (when) => {
    expect(ofCondition(when).filter(({ code }) => code !== 'reference-may-be-missing')).toEqual([]);
  });
});

describe('branch.<node>, the port that a node took', () => {
  function ofBranch(value: string, edges = ['sort.low -> low', 'sort.else -> rest', 'low -> it', 'rest -> it']) {
    const cases = [{ id: 'low', when: 'start.level == "low"' }];
    const workflow = workflowOf(
      {
        start,
        sort: ['switch', { cases }],
        low: ['set', { values: {} }],
        rest: ['condition', { when: 'start.isNew' }],
        it: ['set', { values: { value } }],
      },
      ['start -> sort', ...edges],
    );
    const { errors, warnings } = validateWorkflow(workflow, nodeRegistry);
    return [...errors, ...warnings].filter(({ nodeId, path }) => nodeId === 'it' && path === 'config.values.value');
  }

  test.each([
    '{{branch.sort}}',
    'by {{branch.sort}}',
    '{{= branch.sort == "low" ? 1 : 2 }}',
    '{{= has(branch.rest) }}',
    '{{branch.rest | default: "none"}}',
  ])('%s is fine', (value) => {
    expect(ofBranch(value, ['sort.low -> low', 'sort.else -> rest', 'low -> it', 'rest.true -> it', 'rest.false -> it'])).toEqual(
      [],
    );
  });

  test.each<[string, Partial<Problem>]>([
    ['{{branch.srot}}', { code: 'unknown-reference', hint: 'Did you mean branch.sort?' }],
    [
      '{{branch.low}}',
      {
        code: 'unknown-reference',
        message: "'low' has only one output, so branch.low says nothing",
        hint: expect.stringContaining('branch.sort'),
      },
    ],
    ['{{branch.rest}}', { code: 'reference-may-be-skipped', message: expect.stringContaining('branch.rest may not exist') }],
    ['{{branch.sort.x}}', { code: 'unknown-reference', message: "branch.sort is text, so it has no field 'x'" }],
    ['{{branch.it}}', { code: 'reference-not-before' }],
    ['{{= branch.sort == "lwo" }}', { code: 'type-mismatch', severity: 'warning', hint: 'Did you mean low?' }],
  ])('%s is not', (value, problem) => {
    expect(ofBranch(value, ['sort.low -> low', 'sort.else -> rest', 'low -> it', 'rest.true -> it', 'rest.false -> it'])).toEqual(
      [expect.objectContaining(problem)],
    );
  });
});

describe('problems that are reported', () => {
  test.each([
    ['{{lines.list.first.price}}', 'Take one item, as in lines.list[0].price'],
    ['{{lines.list.last.price}}', 'Take one item, as in lines.list[-1].price'],
    ['{{lines.list.price}}', 'Take one item, as in lines.list[0].price'],
    ['{{lines.list.length}}', 'Write {{ lines.list | size }}'],
  ])('the hint for %s is %s', (value, hint) => {
    expect(ofValue(value)[0]?.hint).toBe(hint);
  });

  test('an entry may be counted from the end', () => {
    expect(ofValue('{{lines.list[-1].price}} {{lines.list[-1].tag | upcase}}')).toEqual([]);
    expect(ofValue('{{lines.list[-1].prize}}')[0]?.hint).toBe('Did you mean lines.list[-1].price?');
  });

  test('the rule for names is reported', () => {
    expect(problemsOf('set', { values: { 'Message Type': 1 } })[0]?.message).toContain('A name starts with a letter');
  });

  test.each([
    ['30s', '30000'],
    ['1.5 m', '90000'],
    ['soon', '30000'],
  ])('a duration of %j is a number of milliseconds in the document', (timeoutMs, example) => {
    const [problem] = problemsOf('http', { url: 'https://example.com', timeoutMs });
    expect(problem).toMatchObject({
      path: 'config.timeoutMs',
      hint: `In the document it is a number of milliseconds: ${example}`,
    });
  });
});

describe('the last default of a tag needs none of its own', () => {
  function ofChain(value: string, edges: readonly string[]) {
    const workflow = workflowOf(
      {
        start,
        check: [
          'switch',
          {
            cases: [
              { id: 'a', when: 'start.isNew' },
              { id: 'b', when: 'start.count > 1' },
            ],
          },
        ],
        a: ['set', { values: { text: 'a' } }],
        b: ['set', { values: { text: 'b' } }],
        c: ['set', { values: { text: 'c' } }],
        it: ['set', { values: { value } }],
      },
      ['start -> check', 'check.a -> a', 'check.b -> b', 'check.else -> c', ...edges],
    );
    const { errors, warnings } = validateWorkflow(workflow, nodeRegistry);
    return [...errors, ...warnings].filter(({ nodeId }) => nodeId === 'it').map(({ code }) => code);
  }
  const all = ['a -> it', 'b -> it', 'c -> it'];

  test.each([
    ['{{ a.text | default: b.text | default: c.text }}', all],
    ['{{ a.text | upcase | default: b.text }}', ['a -> it', 'b -> it']],
    ['it was {{ c.text | default: a.text }}', ['a -> it', 'c -> it']],
  ])('%s: one of the nodes surely ran', (value, edges) => {
    expect(ofChain(value, edges)).toEqual([]);
  });

  test.each([
    ['{{ a.text | default: b.text }}', all],
    ['{{ a.text | append: b.text }}', ['a -> it', 'b -> it']],
    ['{{ "x" | default: b.text }}', ['a -> it', 'b -> it']],
  ])('%s: all of them may have been skipped', (value, edges) => {
    expect(ofChain(value, edges)).toContain('reference-may-be-skipped');
  });
});

describe('the condition of a loop reads what its iterations give', () => {
  const inBody = (type: string, config: Record<string, unknown>) => [type, config] as [string, Record<string, unknown>];
  const problemsIn = (condition: string, body: Record<string, [string, Record<string, unknown>]>, edges: string[] = []) => {
    const workflow = workflowOf({ start, it: ['loop', { while: condition, max: 3 }], ...body }, ['start -> it', ...edges]);
    const nodes = workflow.nodes.map((node) => (Object.hasOwn(body, node.id) ? { ...node, parentId: 'it' } : node));
    const { errors, warnings } = validateWorkflow({ ...workflow, nodes } as typeof workflow, nodeRegistry);
    return [...errors, ...warnings].filter(({ path }) => path === 'config.while');
  };
  const one = { a: inBody('set', { values: { good: false, text: 'x' } }) };
  const two = { ...one, b: inBody('set', { values: { n: 1 } }) };
  const wrapped = { a: inBody('set', { values: { good: false } }), m: inBody('merge', {}) };

  test.each([
    ['loop.last.good == false && loop.index < 2', one],
    ['loop.last.b.n == 1', two],
    ['loop.last.body.state != "done"', { a: inBody('http', { url: 'https://example.com' }) }],
  ] as const)('%s is right', (condition, body) => {
    expect(problemsIn(condition, body)).toEqual([]);
  });

  test.each([
    [
      'loop.last.bad == false',
      one,
      [],
      { severity: 'error', message: "loop.last has no field 'bad'", hint: 'It has: good, text' },
    ],
    ['has(loop.last.bad)', one, [], { message: "loop.last has no field 'bad'" }],
    ['loop.last.good == "no"', one, [], { severity: 'warning', message: 'true or false and text are never equal' }],
    ['loop.last.good == false', two, [], { message: "loop.last has no field 'good'", hint: 'It has: a, b' }],
    ['loop.last.good == false', wrapped, ['a -> m'], { message: "loop.last has no field 'good'" }],
    ['loop.lats.good', one, [], { message: "loop has no field 'lats'" }],
  ] as const)('%s is wrong', (condition, body, edges, problem) => {
    expect(problemsIn(condition, body, [...edges])).toEqual([expect.objectContaining(problem)]);
  });
});
