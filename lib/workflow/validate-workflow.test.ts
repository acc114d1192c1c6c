import { describe, expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { document, node, startNode, testNodes } from '#tests/support/test-nodes.ts';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import type { Problem } from './problem.ts';
import { validateWorkflow } from './validate-workflow.ts';

const validate = (json: unknown) => validateWorkflow(json, testNodes);
const problemsOf = (json: unknown): readonly Problem[] => {
  const { errors, warnings } = validate(json);
  return [...errors, ...warnings];
};
const page = node('fetch', 'fetch', { config: { url: 'https://example.com' } });
const say = (values: Record<string, unknown>, id = 'say') => node(id, 'echo', { config: { values } });
const chain = (...rest: readonly { id: string }[]) => {
  const all = [startNode, ...rest];
  return document(
    all,
    all.slice(1).map(({ id }, index) => `${all[index]?.id} -> ${id}`),
  );
};

test('a sound workflow has no problems', () => {
  const check = node('check', 'branch', { config: { when: 'start.question == "x" && has(start.count)' } });
  const json = document(
    [
      startNode,
      page,
      check,
      say({ a: '{{fetch.body}}', b: '{{fetch.items[0].name}}' }, 'yes'),
      say({ a: 'no' }, 'no'),
      say({ x: '{{yes.a | default: no.a}}', q: '{{ start.count | default: 0 }}', y: '{{ fetch.status }}' }, 'both'),
    ],
    ['start -> fetch', 'fetch -> check', 'check.true -> yes', 'check.false -> no', 'yes -> both', 'no -> both'],
  );
  expect(problemsOf(json)).toEqual([]);
});

test('the example of design 4', () => {
  const summary = node('summary', 'ask', { config: { userPrompt: 'Summarise this page.\n\nPage is {{fetch.boddy}}' } });
  expect(validate(chain(page, summary)).errors).toEqual([
    {
      code: 'unknown-reference',
      severity: 'error',
      nodeId: 'summary',
      path: 'config.userPrompt',
      at: { line: 3, column: 11 },
      message: "fetch has no field 'boddy'",
      hint: 'Did you mean fetch.body?',
      texts: {
        message: { key: 'no-such-field', params: { holder: 'fetch', name: 'boddy' } },
        hint: { key: 'meant', params: { name: 'fetch.body' } },
      },
    },
  ]);
});

describe('document', () => {
  test.each([null, 3, 'text', [], {}, { nodes: {} }, { format: 'other' }, { nodes: [null, 1, { id: {} }], edges: [[]] }])(
    '%j is no workflow',
    (json) => {
      const { valid, errors } = validate(json);
      expect(valid).toBe(false);
      expect(errors.every(({ code }) => code === 'document-invalid')).toBe(true);
    },
  );

  test('a broken node does not hide what else is wrong, nor make anything else look wrong', () => {
    const json = chain({ ...page, version: 'one' } as never, say({ a: '{{fetch.anything}}', b: '{{nobody.x}}' }));
    expect(problemsOf(json).map(({ code, path }) => `${code} ${path}`)).toEqual([
      'document-invalid nodes[1].version',
      'unknown-reference config.values.b',
    ]);
  });

  test('a newer format is one problem', () => {
    expect(problemsOf({ format: 'threadloom/workflow@9' }).map(({ code }) => code)).toEqual(['format-newer']);
  });

  test('all problems are given at once', () => {
    const json = document(
      [startNode, say({ a: '{{nobody.x}}', b: '{{' }), node('typo', 'fetsh'), node('lost', 'fetch')],
      ['start -> say', 'say -> gone'],
    );
    expect(validate(json).errors.map(({ code }) => code)).toEqual([
      'unknown-type',
      'edge-dangling',
      'unreachable-node',
      'unreachable-node',
      'missing-field',
      'unknown-reference',
      'expression-invalid',
    ]);
  });
});

describe('nodes', () => {
  test.each<[string, unknown, Partial<Problem>]>([
    ['unknown type', chain(node('a', 'fetsh')), { code: 'unknown-type', nodeId: 'a', hint: 'Did you mean fetch?' }],
    ['newer version', chain(node('a', 'fetch', { version: 2 })), { code: 'version-newer', nodeId: 'a' }],
    [
      'missing field',
      chain(node('a', 'fetch')),
      { code: 'missing-field', nodeId: 'a', path: 'config.url', message: 'URL is missing', hint: 'The address to call.' },
    ],
    [
      'wrong value',
      chain(node('a', 'fetch', { config: { url: 'x', timeoutMs: -3 } })),
      { code: 'invalid-field', nodeId: 'a', path: 'config.timeoutMs' },
    ],
    [
      'misspelt field',
      chain(node('a', 'fetch', { config: { url: 'x', timeoutMS: 3 } })),
      { code: 'unknown-field', severity: 'warning', path: 'config.timeoutMS', hint: 'Did you mean timeoutMs?' },
    ],
    ['reserved id', chain(node('true', 'echo')), { code: 'id-reserved', nodeId: 'true' }],
    [
      'no such parent',
      chain(node('a', 'echo', { parentId: 'nobody' })),
      { code: 'parent-unknown', nodeId: 'a', path: 'parentId' },
    ],
    ['two nodes of one id', document([startNode, page, page], ['start -> fetch']), { code: 'duplicate-id', nodeId: 'fetch' }],
  ])('%s', (_name, json, expected) => {
    expect(problemsOf(json)).toEqual([expect.objectContaining(expected)]);
  });

  test('a migration that fails is reported', () => {
    const broken = { ...testNodes, letter: { ...testNodes.letter, migrations: {} } };
    expect(validateWorkflow(chain(node('a', 'letter', { config: { text: 'x' } })), broken).errors).toContainEqual(
      expect.objectContaining({ code: 'migration-failed', nodeId: 'a' }),
    );
  });
});

describe('edges', () => {
  test.each<[string, readonly string[], Partial<Problem>]>([
    [
      'to nowhere',
      ['start -> fetch', 'fetch -> fetsh'],
      { code: 'edge-dangling', edgeId: 'fetch-fetsh', path: 'target', hint: 'Did you mean fetch?' },
    ],
    [
      'from nowhere',
      ['start -> fetch', 'strat -> fetch'],
      { code: 'edge-dangling', path: 'source', hint: 'Did you mean start?' },
    ],
    [
      'at a port that is not there',
      ['start -> fetch', 'fetch.outt -> say'],
      { code: 'port-unknown', nodeId: 'fetch', path: 'sourceHandle', hint: 'Did you mean out?' },
    ],
    [
      'into start',
      ['start -> fetch', 'fetch -> start'],
      { code: 'port-unknown', nodeId: 'start', path: 'targetHandle', hint: 'start has no inputs' },
    ],
    ['in a circle', ['start -> fetch', 'fetch -> say', 'say -> fetch'], { code: 'cycle', message: 'fetch, say form a cycle' }],
    ['to itself', ['start -> fetch', 'fetch -> fetch'], { code: 'cycle', message: 'fetch is connected to itself' }],
    ['twice', ['start -> fetch', 'start -> fetch'], { code: 'edge-duplicate', severity: 'warning' }],
  ])('%s', (_name, edges, expected) => {
    expect(problemsOf(document([startNode, page, say({ a: 1 })], edges))).toContainEqual(expect.objectContaining(expected));
  });

  test('two edges of one id', () => {
    const json = document([startNode, page, say({ a: 1 })], ['start -> fetch', 'fetch -> say']);
    for (const one of json.edges) one.id = 'same';
    expect(problemsOf(json)).toEqual([expect.objectContaining({ code: 'duplicate-id', edgeId: 'same' })]);
  });

  test('across the border of a container', () => {
    const json = document(
      [startNode, node('again', 'loop', { config: { while: 'false' } }), node('step', 'echo', { parentId: 'again' })],
      ['start -> again', 'again -> step'],
    );
    expect(problemsOf(json)).toEqual([expect.objectContaining({ code: 'edge-across-scopes', edgeId: 'again-step' })]);
  });

  test('an edge that starts at an end node is a warning, and the workflow can still run', () => {
    const ended = document(
      [startNode, node('end', 'end'), node('after', 'set', { config: { values: {} } })],
      ['start -> end', 'end -> after'],
    );
    expect(validateWorkflow(ended, nodeRegistry)).toMatchObject({
      valid: true,
      warnings: [{ code: 'edge-after-end', edgeId: ended.edges[1]?.id, message: expect.stringContaining('has no output') }],
    });
  });
});

describe('shape', () => {
  test('a workflow without a start may run, but takes no inputs', () => {
    expect(validate(document([say({ a: 1 })]))).toMatchObject({ valid: true, warnings: [{ code: 'start-missing' }] });
  });

  test('there is one start', () => {
    expect(problemsOf(document([startNode, { ...startNode, id: 'start2' }]))).toEqual([
      expect.objectContaining({ code: 'start-repeated', nodeId: 'start2' }),
    ]);
  });

  test('a node that nothing leads to is an error, unless it is disabled', () => {
    expect(problemsOf(document([startNode, say({ a: 1 })]))).toEqual([
      expect.objectContaining({ code: 'unreachable-node', nodeId: 'say' }),
    ]);
    expect(problemsOf(document([startNode, node('off', 'echo', { options: { disabled: true } })]))).toEqual([]);
  });

  test('a branch that leads nowhere is a warning', () => {
    const check = node('check', 'branch', { config: { when: 'true' } });
    const { valid, warnings } = validate(document([startNode, check, say({ a: 1 })], ['start -> check', 'check.true -> say']));
    expect(valid).toBe(true);
    expect(warnings).toEqual([expect.objectContaining({ code: 'branch-missing', nodeId: 'check', path: 'ports.false' })]);
    expect(problemsOf(chain(node('a', 'echo', { options: { onError: 'branch' } })))).toEqual([
      expect.objectContaining({ code: 'branch-missing', path: 'options.onError' }),
    ]);
  });
});

describe('references', () => {
  const check = node('check', 'branch', { config: { when: 'start.question == "x"' } });
  const reading = (value: string, edges: readonly string[], others: readonly unknown[] = []) =>
    problemsOf(document([startNode, page, say({ value }), ...others], edges));
  const line = ['start -> fetch', 'fetch -> say'];

  test.each<[string, string, Partial<Problem>]>([
    [
      'a node that is not there',
      '{{fetsh.body}}',
      { code: 'unknown-reference', message: "There is no node 'fetsh'", hint: 'Did you mean fetch.body?' },
    ],
    [
      'a variable of the environment, as elsewhere',
      '{{env.API_KEY}}',
      { code: 'unknown-reference', hint: expect.stringContaining('code reads the variables of its grants') },
    ],
    ['an input, as elsewhere', '{{sys.query}}', { hint: expect.stringContaining('{{ start.NAME }}') }],
    ['the time, as elsewhere', '{{now}}', { hint: expect.stringContaining('{{= now() }}') }],
    ['the run, as elsewhere', '{{run.id}}', { hint: 'Expressions know nothing of the run itself' }],
    [
      'a field deep inside',
      '{{fetch.items[0].nmae}}',
      { code: 'unknown-reference', message: "fetch.items[0] has no field 'nmae'", hint: 'Did you mean fetch.items[0].name?' },
    ],
    [
      'a field of a text',
      '{{fetch.body.text}}',
      { code: 'unknown-reference', message: "fetch.body is text, so it has no field 'text'" },
    ],
    ['the length of a list', '{{fetch.items.length}}', { code: 'unknown-reference', hint: 'Write {{ fetch.items | size }}' }],
    [
      'a field that is not there, with a default',
      '{{fetch.boddy | default: "x"}}',
      { code: 'unknown-reference', severity: 'warning' },
    ],
    [
      'an input that may be left out',
      '{{start.count}}',
      { code: 'reference-may-be-missing', severity: 'warning', message: 'start.count may be missing' },
    ],
    ['itself', '{{say.value}}', { code: 'reference-not-before', message: 'say cannot read its own value' }],
    ['something unreadable', 'a\n{{fetch. }}', { code: 'expression-invalid', at: { line: 2, column: 9 } }],
  ])('to %s', (_name, value, expected) => {
    expect(reading(value, line)).toEqual([expect.objectContaining({ nodeId: 'say', path: 'config.values.value', ...expected })]);
  });

  test('to a node that does not come before', () => {
    expect(reading('{{fetch.body}}', ['start -> fetch', 'start -> say'])).toEqual([
      expect.objectContaining({ code: 'reference-not-before', hint: 'Connect fetch so that a path leads from it to say' }),
    ]);
  });

  test('in conditions they are checked too', () => {
    const json = chain(page, node('check', 'branch', { config: { when: 'fetch.boddy ==\n "x"' } }));
    expect(validate(json).errors).toEqual([
      expect.objectContaining({
        code: 'unknown-reference',
        path: 'config.when',
        at: { line: 1, column: 1 },
        hint: 'Did you mean fetch.body?',
      }),
    ]);
    expect(validate(chain(node('check', 'branch', { config: { when: 'start.question = "x"' } }))).errors).toEqual([
      expect.objectContaining({ code: 'expression-invalid', hint: "To compare, write '=='" }),
    ]);
  });

  describe('to a node that may be skipped', () => {
    const skipping = ['start -> check', 'check.true -> fetch', 'check.false -> say', 'fetch -> say'];

    test('need a default', () => {
      expect(reading('{{fetch.body}}', skipping, [check])).toEqual([
        expect.objectContaining({ code: 'reference-may-be-skipped', severity: 'error' }),
      ]);
      expect(reading('{{fetch.body | default: "none"}}', skipping, [check])).toEqual([]);
    });

    test('need none on the branch that it is on', () => {
      expect(
        reading(
          '{{fetch.body}}',
          ['start -> check', 'check.true -> fetch', 'fetch -> say', 'check.false -> other'],
          [check, say({ a: 1 }, 'other')],
        ),
      ).toEqual([]);
    });

    test('need none where all branches lead through it', () => {
      expect(
        reading('{{fetch.body}}', ['start -> check', 'check.true -> fetch', 'check.false -> fetch', 'fetch -> say'], [check]),
      ).toEqual([]);
    });

    test('need none where the branches have met again before it', () => {
      const edges = ['start -> check', 'check.true -> yes', 'check.false -> no', 'yes -> fetch', 'no -> fetch', 'fetch -> say'];
      expect(reading('{{fetch.body}}', edges, [check, say({ a: 1 }, 'yes'), say({ a: 1 }, 'no')])).toEqual([]);
    });

    test('need none for a node of a parallel branch that always runs', () => {
      expect(
        reading(
          '{{fetch.body}}{{side.a}}',
          ['start -> fetch', 'start -> side', 'fetch -> say', 'side -> say'],
          [say({ a: 1 }, 'side')],
        ),
      ).toEqual([]);
    });
  });

  describe('to a node that may fail', () => {
    test('see its error behind the error port, its value behind the other', () => {
      const edges = ['start -> fetch', 'fetch -> say', 'fetch.error -> sorry'];
      const sorry = (value: string) => say({ value }, 'sorry');
      expect(reading('{{fetch.body}}', edges, [sorry('{{fetch.message}}')])).toEqual([]);
      expect(
        reading('{{fetch.message}}', edges, [sorry('{{fetch.body}}')]).map(({ code, nodeId }) => `${code} ${nodeId}`),
      ).toEqual(['unknown-reference say', 'unknown-reference sorry']);
    });

    test('may find either where both meet', () => {
      expect(reading('{{fetch.body}}', ['start -> fetch', 'fetch -> say', 'fetch.error -> say'])).toEqual([
        expect.objectContaining({ code: 'reference-may-be-missing' }),
      ]);
    });
  });

  describe('and containers', () => {
    const body = (value: string) => node('step', 'echo', { parentId: 'again', config: { values: { value } } });
    const again = node('again', 'loop', { config: { while: 'false' } });
    const json = (inside: string, outside: string) =>
      document([startNode, again, body(inside), say({ value: outside })], ['start -> again', 'again -> say']);

    test('a body reads what comes before its container, and its own variables', () => {
      expect(problemsOf(json('{{start.question}} {{loop.index}}', 'x'))).toEqual([]);
    });

    test('no node outside may read a node of the body', () => {
      expect(problemsOf(json('x', '{{step.value}}'))).toEqual([
        expect.objectContaining({
          code: 'reference-not-before',
          message: 'step is inside again; only nodes in its body can read it',
        }),
      ]);
      expect(problemsOf(json('x', '{{loop.index}}'))).toEqual([expect.objectContaining({ code: 'unknown-reference' })]);
    });
  });
});

describe('types', () => {
  const asking = (config: Record<string, unknown>) =>
    problemsOf(chain(page, say({ n: '{{fetch.status}}', list: ['{{fetch.body}}'] }), node('ask', 'ask', { config })));

  test('a reference is as good as a value of its type', () => {
    expect(asking({ userPrompt: '{{fetch.items}}', temperature: '{{say.n}}' })).toEqual([]);
  });

  test.each([
    ['{{fetch.body}}', 'fetch.body is text; this field takes number'],
    ['{{say.list[0]}}', 'say.list[0] is text; this field takes number'],
    ['{{fetch.items}}', 'fetch.items is a list; this field takes number'],
    ['{{fetch.status}} degrees', 'A template is text; this field takes number'],
  ])('%s is no number', (temperature, message) => {
    expect(asking({ userPrompt: 'x', temperature })).toEqual([
      expect.objectContaining({ code: 'type-mismatch', nodeId: 'ask', path: 'config.temperature', message }),
    ]);
  });

  test('results of filters have no inferred type', () => {
    expect(asking({ userPrompt: 'x', temperature: '{{fetch.body | size}}' })).toEqual([]);
  });

  test('a plain wrong value is still an invalid field', () => {
    expect(asking({ userPrompt: 'x', temperature: 'hot' })).toEqual([
      expect.objectContaining({ code: 'invalid-field', path: 'config.temperature' }),
    ]);
  });
});

describe('a conversation', () => {
  const ask = (id: string, conversation: string) => node(id, 'ask', { config: { userPrompt: 'x', conversation } });

  test('cannot be used by two nodes at once', () => {
    expect(problemsOf(document([startNode, ask('a', 'team'), ask('b', 'team')], ['start -> a', 'start -> b']))).toEqual([
      expect.objectContaining({ code: 'conversation-concurrent', nodeId: 'b', path: 'config.conversation' }),
    ]);
  });

  test.each([
    ['one after the other', document([startNode, ask('a', 'team'), ask('b', 'team')], ['start -> a', 'a -> b'])],
    ['different ones', document([startNode, ask('a', 'one'), ask('b', 'two')], ['start -> a', 'start -> b'])],
    ['their own', document([startNode, ask('a', 'own'), ask('b', 'own')], ['start -> a', 'start -> b'])],
    [
      'on branches that exclude each other',
      document(
        [startNode, node('check', 'branch', { config: { when: 'true' } }), ask('a', 'team'), ask('b', 'team')],
        ['start -> check', 'check.true -> a', 'check.false -> b'],
      ),
    ],
  ])('can be used %s', (_name, json) => {
    expect(problemsOf(json)).toEqual([]);
  });
});

const placed = (one: object) => ({ position: { x: 0, y: 0 }, ...one });

describe('a conversation and containers', () => {
  const ask = (id: string, parentId?: string) =>
    ({ id, type: 'llm', version: 1, label: id, config: { userPrompt: 'x', conversation: 'team' }, parentId }) as const;
  const container = (type: string, config: object) => ({ id: 'around', type, version: 1, label: '', config });
  const start = { id: 'start', type: 'start', version: 1, label: '', config: { inputs: [] } };
  const loop = container('loop', { while: 'loop.index < 2', max: 3 });
  const codesOf = (nodes: readonly object[], edges: readonly string[]) =>
    validateWorkflow(document([start, ...nodes].map(placed) as never, edges), nodeRegistry).errors.map(
      ({ code, nodeId, message }) => `${code} ${nodeId}: ${message}`,
    );

  test('is refused in a map that takes several items at once, in the body of a loop there as well', () => {
    const message = "runs for several items of around at once, and they share the conversation 'team'";
    const map = container('map', { items: [1, 2] });
    const expected = [`conversation-concurrent a: a ${message}`];
    expect(codesOf([map, ask('a', 'around')], ['start -> around'])).toEqual(expected);
    const inner = { ...loop, id: 'inner', parentId: 'around' };
    expect(codesOf([map, inner, ask('a', 'inner')], ['start -> around'])).toEqual(expected);
  });

  test.each([
    ['a map that takes one item after the other', [container('map', { items: [1], concurrency: 1 }), ask('a', 'around')], []],
    ['a loop', [loop, ask('a', 'around')], []],
    ['a loop, and after it', [loop, ask('a', 'around'), ask('after')], ['around -> after']],
    ['a loop, and before it', [loop, ask('a', 'around'), ask('before')], []],
  ])('can be used in %s', (name, nodes, edges) => {
    const first = name.endsWith('before it') ? ['start -> before', 'before -> around'] : ['start -> around'];
    expect(codesOf(nodes, [...first, ...edges])).toEqual([]);
  });

  describe('of the session', () => {
    const asking = (fields: object = {}) => ({
      ...ask('a', 'around'),
      config: { userPrompt: 'x', conversationScope: 'session', ...fields },
    });
    const find = (nodes: readonly object[], workflows: object = {}) =>
      validateWorkflow(
        { ...document([start, ...nodes].map(placed) as never, ['start -> around']), ...workflows },
        nodeRegistry,
      ).errors.map(({ code, path, message }) => [code, path, message]);

    test('is refused in a map that takes several items at once, though it is the own one of its node', () => {
      const lost = expect.stringContaining('a runs for several items of around at once, and the session keeps one conversation');
      expect(find([container('map', { items: [1, 2] }), asking()])).toEqual([
        ['conversation-concurrent', 'config.conversationScope', lost],
      ]);
      expect(find([container('map', { items: [1, 2], concurrency: 1 }), asking()])).toEqual([]);
      expect(find([loop, asking()])).toEqual([]);
      expect(find([container('map', { items: [1] }), asking({ conversationScope: 'run' })])).toEqual([]);
    });

    test('is refused in a workflow that such a map calls', () => {
      const inner = { ...document([start, placed({ ...asking(), parentId: undefined })].map(placed) as never, ['start -> a']) };
      const call = { id: 'call', type: 'workflow', version: 1, label: '', config: { workflowId: 'wf_1' }, parentId: 'around' };
      const workflows = { workflows: { 'wf_1@draft': inner } };
      expect(find([container('map', { items: [1, 2] }), call], workflows)).toEqual([
        ['conversation-concurrent', 'config.workflowId', expect.stringContaining('the workflow that it calls keeps')],
      ]);
      expect(find([container('map', { items: [1, 2], concurrency: 1 }), call], workflows)).toEqual([]);
    });
  });

  test('is refused in a loop and next to it', () => {
    expect(codesOf([loop, ask('a', 'around'), ask('beside')], ['start -> around', 'start -> beside'])).toEqual([
      expect.stringContaining('conversation-concurrent'),
    ]);
  });
});

describe('two ends with an output of the same name', () => {
  const end = (id: string, names: readonly string[]) => ({
    id,
    type: 'end',
    version: 1,
    label: '',
    config: { outputs: Object.fromEntries(names.map((name) => [name, 'x'])) },
  });
  const start = { id: 'start', type: 'start', version: 1, label: '', config: { inputs: [] } };
  const check = { id: 'check', type: 'condition', version: 1, label: '', config: { when: 'true' } };
  const warningsOf = (nodes: readonly object[], edges: readonly string[]) =>
    validateWorkflow(document([start, ...nodes].map(placed) as never, edges), nodeRegistry).warnings.map(
      ({ code, nodeId, path, message }) => ({ code, nodeId, path, message }),
    );

  test('are reported at the one whose output is lost, if both may run', () => {
    const both = [end('b_end', ['answer', 'score']), end('a_end', ['answer'])];
    expect(warningsOf(both, ['start -> a_end', 'start -> b_end'])).toEqual([
      {
        code: 'output-repeated',
        nodeId: 'a_end',
        path: 'config.outputs.answer',
        message: "a_end and b_end may both run, and both have an output 'answer'; that of b_end counts",
      },
    ]);
  });

  test('are no problem on branches that exclude each other, or with different names', () => {
    const edges = ['start -> check', 'check.true -> a_end', 'check.false -> b_end'];
    expect(warningsOf([check, end('a_end', ['answer']), end('b_end', ['answer'])], edges)).toEqual([]);
    expect(warningsOf([end('a_end', ['a']), end('b_end', ['b'])], ['start -> a_end', 'start -> b_end'])).toEqual([]);
  });
});

test('a workflow of a thousand nodes is checked in less than 300 ms', () => {
  const nodes = Array.from({ length: 1000 }, (_, index) =>
    index % 10 === 3
      ? node(`n${index}`, 'branch', { config: { when: `n${index - 1}.a != "x"` } })
      : say({ a: 'x', b: `{{start.question}} and {{ start.count | default: ${index} }}` }, `n${index}`),
  );
  const edges = nodes
    .slice(1)
    .flatMap(({ id }, index) =>
      index % 10 === 3 ? [`n${index}.true -> ${id}`, `n${index}.false -> ${id}`] : [`n${index} -> ${id}`],
    );
  const json = document([startNode, ...nodes], ['start -> n0', ...edges]);
  // CPU time, so that a busy machine does not count.
  const timesMs = Array.from({ length: 4 }, () => {
    const before = process.cpuUsage();
    expect(validate(json).valid).toBe(true);
    return process.cpuUsage(before).user / 1000;
  });
  expect(Math.min(...timesMs)).toBeLessThan(300);
});

test('of many problems the first hundred are given, and how many more were found', () => {
  const end = (text: string, index: number) => ({ id: `end${index}`, type: 'end', version: 1, config: { outputs: { text } } });
  const start = { id: 'start', type: 'start', version: 1, config: { inputs: [] } };
  const nodes = [start, ...Array.from({ length: 300 }, (_, index) => end('{{nowhere.x}}', index))];
  const edges = nodes
    .slice(1)
    .map(({ id }) => ({ id: `e-${id}`, source: 'start', sourceHandle: 'out', target: id, targetHandle: 'in' }));
  const { valid, errors, omitted } = validateWorkflow({ formatVersion: 1, name: 'w', nodes, edges }, nodeRegistry);
  expect(valid).toBe(false);
  expect(errors).toHaveLength(100);
  expect(omitted).toBeGreaterThanOrEqual(200);
});

test('a text of very many wrong references is checked in time, and answered in brief', () => {
  const nodes = [
    { id: 'start', type: 'start', version: 1, config: { inputs: [] } },
    { id: 'text', type: 'template', version: 1, config: { template: '{{start.a}}'.repeat(90_000) } },
  ];
  const edges = [{ id: 'e', source: 'start', sourceHandle: 'out', target: 'text', targetHandle: 'in' }];
  const begin = threadCpuMs();
  const validation = validateWorkflow({ formatVersion: 1, name: 'w', nodes, edges }, nodeRegistry);
  expect(threadCpuMs() - begin).toBeLessThan(3000);
  expect(JSON.stringify(validation).length).toBeLessThan(100_000);
});

test('a config of too many values is one problem of its node, and the others are still checked', () => {
  const values = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, 1]));
  expect(validate(chain(say(values, 'big'), say({ a: '{{nowhere.a}}' }))).errors).toMatchObject([
    { code: 'document-invalid', nodeId: 'big', message: expect.stringContaining('more than 30000 values and keys') },
    { code: 'unknown-reference', nodeId: 'say' },
  ]);
});

test('a value that a field reads several times is one problem', () => {
  const { errors } = validate(chain(say({ a: '{{nowhere.a}} {{nowhere.a}} {{nowhere.b}}' })));
  expect(errors.map(({ code }) => code)).toEqual(['unknown-reference', 'unknown-reference']);
});

test.each([
  ['{{orders.item}}', 'Read {{ map.item }} and {{ map.index }} for the item of this iteration'],
  ['{{all.item}}', 'Read a node before it'],
])('in a map inside another, %s is answered with how to read its item', (value, hint) => {
  const text = node('text', 'template', { config: { template: value }, parentId: 'orders' });
  const all = node('all', 'map', { config: { items: '{{start.lists}}' } });
  const orders = node('orders', 'map', { config: { items: '{{map.item}}' }, parentId: 'all' });
  const start = node('start', 'start', { config: { inputs: [{ name: 'lists', type: 'json', required: true }] } });
  const { errors } = validateWorkflow(document([start, all, orders, text], ['start -> all']), nodeRegistry);
  expect(errors).toMatchObject([{ nodeId: 'text', code: 'reference-not-before', hint }]);
});

test.each<[body: unknown, codes: readonly string[]]>([
  ['{"text": "{{start.question}}"}', ['body-of-text']],
  [' [{{start.question}}] ', ['body-of-text']],
  ['{"text": "plain"}', []],
  ['{{start.question}}', []],
  ['Dear {{start.question}}', []],
  [{ text: '{{start.question}}' }, []],
])('the body %j of a request is warned about if a quote in a value would break it', (body, codes) => {
  const post = node('post', 'http', { config: { method: 'POST', url: 'https://example.com', body } });
  const start = node('start', 'start', { config: { inputs: [{ name: 'question', type: 'text', required: true }] } });
  const { errors, warnings } = validateWorkflow(document([start, post], ['start -> post']), nodeRegistry);
  expect([errors, warnings.map(({ code }) => code)]).toEqual([[], codes]);
});
