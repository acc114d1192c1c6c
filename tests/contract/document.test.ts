import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentRegistry } from '#agents/registry.gen.ts';
import { generateWorkflowSchema, WORKFLOW_SCHEMA_PATH } from '#lib/dev/generate-workflow-schema.ts';
import { hasPrototypeKey } from '#lib/json/has-prototype-key.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { problemCodes } from '#lib/workflow/problem.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { type Workflow, workflowSchema } from '#lib/workflow/workflow.ts';
import { nodeGuides } from '#nodes/guides.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import { testNodes } from '../support/test-nodes.ts';

const root = join(import.meta.dirname, '../..');
const readText = (path: string) => readFileSync(join(root, path), 'utf8');
const readJson = (path: string): unknown => JSON.parse(readText(path));
const filesIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.workflow.json'))
    .map((name) => `${folder}/${name}`);
const fixtures = filesIn('tests/fixtures/workflows');
const templates = filesIn('templates');

describe('canonical form', () => {
  const ids = fc.stringMatching(/^[a-z][a-z0-9_]{0,6}$/);
  const jsonObjects = fc.dictionary(
    fc.string({ maxLength: 6 }).filter((key) => key !== '__proto__'),
    fc.jsonValue({ maxDepth: 3 }),
    { maxKeys: 4 },
  );
  // JSON has no -0, and positions are rounded.
  const whole = fc.integer({ min: -100_000, max: 100_000 });
  const json = <T>(arbitrary: fc.Arbitrary<T>) =>
    arbitrary.filter((value) => !hasPrototypeKey(value)).map((value) => JSON.parse(JSON.stringify(value)) as T);
  const nodes = fc.uniqueArray(
    fc.record(
      {
        id: ids,
        type: fc.constantFrom('echo', 'start', 'unheard-of'),
        version: fc.integer({ min: 1, max: 9 }),
        label: fc.string(),
        config: json(jsonObjects),
        options: fc.record(
          {
            notes: fc.string(),
            disabled: fc.boolean(),
            timeoutMs: fc.integer({ min: 1, max: 1000 }),
            later: json(fc.jsonValue()),
          },
          { requiredKeys: [] },
        ),
        position: fc.record({ x: whole, y: whole }),
        parentId: ids,
        colour: json(fc.jsonValue()),
      },
      { requiredKeys: ['id', 'type', 'version', 'label', 'config', 'position'] },
    ),
    { selector: ({ id }) => id, maxLength: 6 },
  );
  const edges = fc.uniqueArray(
    fc.record({ id: fc.string({ minLength: 1 }), source: ids, sourceHandle: ids, target: ids, targetHandle: ids }),
    { selector: ({ id }) => id, maxLength: 6 },
  );
  const workflows = fc.record({
    format: fc.constant('threadloom/workflow@1' as const),
    name: fc.string({ minLength: 1, maxLength: 20 }),
    description: fc.string(),
    settings: fc.record(
      {
        limits: fc.record({ maxSteps: fc.integer({ min: 1, max: 99 }) }),
        defaultModel: fc.string(),
        other: json(fc.jsonValue()),
      },
      { requiredKeys: [] },
    ),
    nodes,
    edges,
  });
  const parse = (text: string): Workflow => workflowSchema.parse(JSON.parse(text));
  test('printing what was printed changes nothing', () => {
    fc.assert(
      fc.property(workflows, (workflow) => {
        const text = formatWorkflow(workflowSchema.parse(workflow));
        expect(formatWorkflow(parse(text))).toBe(text);
      }),
    );
  });

  test('nothing is lost or changed on the way', () => {
    fc.assert(
      fc.property(workflows, (workflow) => {
        expect(byId(parse(formatWorkflow(workflowSchema.parse(workflow))))).toEqual(byId(workflow));
      }),
    );
  });

  test('the order of nodes and edges makes no difference', () => {
    const shuffled = workflows.chain((workflow) =>
      fc.record({
        workflow: fc.constant(workflow),
        nodes: fc.shuffledSubarray(workflow.nodes, { minLength: workflow.nodes.length }),
        edges: fc.shuffledSubarray(workflow.edges, { minLength: workflow.edges.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ workflow, nodes: otherNodes, edges: otherEdges }) => {
        const other = { ...workflow, nodes: otherNodes, edges: otherEdges };
        expect(formatWorkflow(workflowSchema.parse(other))).toBe(formatWorkflow(workflowSchema.parse(workflow)));
      }),
    );
  });

  test.each(templates)('%s is in it', (path) => {
    expect(formatWorkflow(workflowSchema.parse(readJson(path)))).toBe(readText(path));
  });
});

describe('validation never throws', () => {
  test('on any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => void validateWorkflow(json, testNodes)),
      { numRuns: 500 },
    );
  });

  test('on any document whose parts are any JSON', () => {
    const any = fc.jsonValue({ maxDepth: 2 });
    const id = fc.oneof(fc.constantFrom('a', 'b', 'start', '__proto__', 'constructor'), any);
    const config = fc.oneof(
      any,
      fc.dictionary(
        fc.constantFrom('values', 'when', 'url', 'inputs', 'userPrompt'),
        fc.oneof(any, fc.constantFrom('{{a.b}}', '{{constructor.x}}', '{{', 'a.b > 1', '{% for x in a %}')),
      ),
    );
    const node = fc.record(
      {
        id,
        type: fc.oneof(fc.constantFrom(...Object.keys(testNodes), 'constructor', '__proto__'), any),
        version: fc.oneof(fc.constant(1), any),
        label: fc.constant(''),
        config,
        options: any,
        position: fc.constant({ x: 0, y: 0 }),
        parentId: id,
      },
      { requiredKeys: ['id'] },
    );
    const edge = fc.record({
      id,
      source: id,
      sourceHandle: fc.oneof(fc.constant('out'), any),
      target: id,
      targetHandle: fc.constant('in'),
    });
    const documents = fc.record({
      format: fc.oneof(fc.constant('threadloom/workflow@1'), any),
      name: fc.constant('x'),
      description: fc.constant(''),
      settings: fc.constant({}),
      nodes: fc.array(node),
      edges: fc.array(edge),
    });
    fc.assert(
      fc.property(documents, (json) => void validateWorkflow(json, testNodes)),
      { numRuns: 1000 },
    );
  });

  test('on a good document with any one value replaced', () => {
    const good = readJson('tests/fixtures/workflows/branches.workflow.json');
    const paths = pathsOf(good);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 2 }), (path, value) => {
        const { valid, errors } = validateWorkflow(replaceAt(good, path, value), testNodes);
        expect(valid).toBe(errors.length === 0);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([190, 250, 1000, 2100, 5000, 100_000])('on a value nested %i levels deep', (depth) => {
    let deep: unknown = 'x';
    for (let i = 0; i < depth; i++) deep = i % 2 === 0 ? [deep] : { deep };
    const good = readJson('tests/fixtures/workflows/branches.workflow.json');
    const json = replaceAt(good, ['nodes', 2, 'config', 'values', 'text'], deep);
    expect(validateWorkflow(json, testNodes).errors.map(({ code }) => code)).toEqual(depth > 200 ? ['document-invalid'] : []);
  });
});

describe('fixtures', () => {
  test('a good workflow has nothing to complain about', () => {
    expect(validateWorkflow(readJson('tests/fixtures/workflows/branches.workflow.json'), testNodes)).toEqual({
      valid: true,
      errors: [],
      warnings: [],
    });
  });

  test('a document with many mistakes reports all of them at once', () => {
    const nodes = {
      ...testNodes,
      'tool-call': nodeRegistry['tool-call'],
      'sub-agent': nodeRegistry['sub-agent'],
      map: nodeRegistry.map,
      http: nodeRegistry.http,
      llm: nodeRegistry.llm,
    };
    const json = readJson('tests/fixtures/workflows/everything-wrong.workflow.json');
    const { errors, warnings } = validateWorkflow(json, nodes, { tools: toolRegistry, agents: agentRegistry });
    const found = new Set([...errors, ...warnings].map(({ code }) => code));
    // These stop or exclude other checks. Each is tested in `validate-workflow.test.ts`.
    const alone = [
      ...['called-invalid', 'document-invalid', 'format-newer', 'migration-failed', 'start-missing', 'start-repeated'],
      ...['unknown-workflow', 'workflow-recursive'],
    ];
    // Known to a server alone: `check-outside-names.test.ts` and `check-tools.test.ts`.
    const ofServers = ['tool-off', 'unknown-base', 'unknown-graph', 'unknown-model', 'unknown-skill'];
    expect(
      Object.keys(problemCodes)
        .filter((code) => !found.has(code as never))
        .sort(),
    ).toEqual([...alone, ...ofServers].sort());
    for (const { message } of [...errors, ...warnings]) expect(message).not.toBe('');
  });

  test('a request of version 1 opens as version 2, is saved so, and sends what it sent', () => {
    const config = readJson('tests/fixtures/node-configs/http/v1.json') as Record<string, unknown>;
    const old = (body: unknown) => ({
      format: 'threadloom/workflow@1',
      name: 'old',
      description: '',
      settings: {},
      nodes: [{ id: 'send', type: 'http', version: 1, label: '', config: { ...config, body }, position: { x: 0, y: 0 } }],
      edges: [],
    });
    const migrated = (body: unknown) => {
      const { workflow, problems } = readWorkflow(JSON.parse(JSON.stringify(old(body))), nodeRegistry);
      expect(problems).toEqual([]);
      const saved = JSON.parse(formatWorkflow(workflow as Workflow)) as Workflow;
      expect(saved.nodes[0]?.version).toBe(2);
      return saved.nodes[0]?.config;
    };
    expect(migrated(config.body)).toEqual({ ...config, bodyType: 'json' });
    expect(migrated('{{start.text}}')).toEqual({ ...config, body: '{{start.text}}', bodyType: 'text' });
    // A field that version 1 did not have was written by hand, and counts.
    const nodes = [{ ...old('x').nodes[0], config: { ...config, bodyType: 'form' } }];
    expect(readWorkflow({ ...old('x'), nodes }, nodeRegistry).workflow?.nodes[0]?.config.bodyType).toBe('form');
    const { body: _, ...without } = config;
    expect(migrated(undefined)).toEqual(without);
  });

  test('what a newer build wrote comes out as it went in', () => {
    const json = readJson('tests/fixtures/workflows/from-the-future.workflow.json');
    const { workflow, problems } = readWorkflow(json, testNodes);
    expect(problems.map(({ code }) => code)).toEqual(['unknown-type', 'version-newer']);
    expect(byId(JSON.parse(formatWorkflow(workflow as Workflow)) as Workflow)).toEqual(byId(json as Workflow));
  });

  test('an old config is brought up to date on load', () => {
    const { workflow, problems } = readWorkflow(readJson('tests/fixtures/workflows/letter-v1.workflow.json'), testNodes);
    expect(problems).toEqual([]);
    expect(workflow?.nodes.find(({ id }) => id === 'letter')).toMatchObject({
      version: 3,
      config: { lines: ['Dear Ada,', 'how are you?'] },
    });
  });

  test.each(templates)('%s is sound', (path) => {
    expect(validateWorkflow(readJson(path), nodeRegistry)).toEqual({ valid: true, errors: [], warnings: [] });
  });
});

describe('the published JSON Schema', () => {
  test('is not stale', () => {
    expect(generateWorkflowSchema(root, { isCheck: true })).toBe(false);
  });

  test.each([...fixtures, ...templates])('takes %s, as zod does', (path) => {
    const json = readJson(path);
    expect(workflowSchema.safeParse(json).success).toBe(true);
    expect(checkJsonSchema(json, readJson(WORKFLOW_SCHEMA_PATH) as never)).toEqual([]);
  });

  test.each(Object.values(nodeRegistry))('takes the examples of $id', ({ id, version }) => {
    const schema = readJson(WORKFLOW_SCHEMA_PATH) as never;
    for (const { config } of nodeGuides[id].examples) {
      const nodes = [{ id: 'example', type: id, version, label: '', config, position: { x: 0, y: 0 } }];
      expect(checkJsonSchema({ format: 'threadloom/workflow@1', name: 'One', nodes, edges: [] }, schema)).toEqual([]);
    }
  });

  test('refuses what zod refuses', () => {
    const good = readJson('tests/fixtures/workflows/branches.workflow.json');
    const schema = readJson(WORKFLOW_SCHEMA_PATH) as never;
    const broken: [readonly (string | number)[], unknown][] = [
      [['format'], 'threadloom/workflow@2'],
      [['name'], ''],
      [['nodes', 0, 'id'], 'Not-An-Id'],
      [['nodes', 0, 'version'], 0],
      [['nodes', 0, 'config'], []],
      [['nodes', 0, 'position', 'x'], '3'],
      [['edges', 0, 'source'], 3],
      [['edges', 0, 'sourceHandle'], ''],
    ];
    for (const [path, value] of broken) {
      const json = replaceAt(good, path, value);
      expect([path, workflowSchema.safeParse(json).success, checkJsonSchema(json, schema).length > 0]).toEqual([
        path,
        false,
        true,
      ]);
    }
  });
});

/** Ignores the order of nodes and edges. */
function byId({ nodes, edges, ...rest }: { nodes: readonly { id: string }[]; edges: readonly { id: string }[] }) {
  const sorted = <T extends { id: string }>(items: readonly T[]) => [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...rest, nodes: sorted(nodes), edges: sorted(edges) };
}

function pathsOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [[], ...keys.flatMap((key) => pathsOf((value as Record<string | number, unknown>)[key]).map((path) => [key, ...path]))];
}

function replaceAt(value: unknown, [key, ...rest]: readonly (string | number)[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? replaceAt(item, rest, replacement) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, item]) => [name, name === key ? replaceAt(item, rest, replacement) : item]),
  );
}
