import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dynamicIconImports from 'lucide-react/dynamicIconImports';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Executor, ExecutorContext, ExecutorRegistry, Fired } from '#engine/contract/define-executor.ts';
import { executorRegistry } from '#engine/executors/registry.gen.ts';
import { MemoryValueStore } from '#engine/memory/memory-value-store.ts';
import { makeToolKit } from '#engine/tool-handlers/make-tool-kit.ts';
import { workspaceTools } from '#engine/tools/workspace-tools.ts';
import { compileCel } from '#lib/expression/condition.ts';
import { compileValue } from '#lib/expression/template.ts';
import type { JsonSchema } from '#lib/json/json-schema.ts';
import {
  type AnyNodeDefinition,
  defineNode,
  effectsOf,
  type NodeRegistry,
  type PortMap,
  port,
} from '#lib/node-kit/define-node.ts';
import type { NodeExample, NodeGuides } from '#lib/node-kit/define-node-guide.ts';
import { configJsonSchema, expressionModes } from '#lib/node-kit/field-expressions.ts';
import { loadConfig } from '#lib/node-kit/load-config.ts';
import type { LoadedGraph } from '#lib/ports/graph-registry.ts';
import type { Knowledge } from '#lib/ports/knowledge.ts';
import { knowledgeTool } from '#lib/ports/knowledge-tool.ts';
import { workspaceId } from '#lib/ports/run-store.ts';
import type { SourcedTool } from '#lib/ports/tool-source.ts';
import type { UserMemory } from '#lib/ports/user-memory.ts';
import { checkJsonSchema } from '#lib/workflow/check-json-schema.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import { nodeGuides } from '#nodes/guides.gen.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { makeDocumentReader } from '#server/documents/make-document-reader.ts';
import { makeDocumentWriter } from '#server/documents/make-document-writer.ts';
import { makeModelRegistry } from '#server/models/model-registry.ts';
import { makeWorkspaceFiles } from '#server/storage/workspace-files.ts';
import { makeExecutorContext } from '../support/executor-context.ts';
import { makeMemoryPayloads } from '../support/memory-payloads.ts';
import { workflowOf } from '../support/test-engine.ts';
import { makeTestSandbox } from '../support/test-sandbox.ts';

// Widened to the interface that the engine uses.
const nodes: NodeRegistry = nodeRegistry;
const executors: ExecutorRegistry = executorRegistry;
const guides: NodeGuides = nodeGuides;
const definitions = Object.entries(nodes);
const examples = definitions.flatMap(([id, node]) =>
  (guides[id]?.examples ?? []).map((example) => ({ id, node, example, title: example.title })),
);
const fixtureFolder = join(import.meta.dirname, '../fixtures/node-configs');

test('there are node types, and each has an executor', () => {
  expect(definitions.length).toBeGreaterThanOrEqual(9);
  expect(Object.keys(executors)).toEqual(Object.keys(nodes));
});

describe.each(definitions)('%s', (id, node) => {
  test('is named like its folder and has a description', () => {
    expect(node.id).toBe(id);
    for (const text of [node.title, node.summary, guides[id]?.docs ?? '']) expect(text.trim()).not.toBe('');
    expect(node.summary).toMatch(/\.$/);
    expect(Object.keys(dynamicIconImports)).toContain(node.icon);
  });

  test('has an executor that loads', async () => {
    expect((await executors[id]?.())?.default).toBeTypeOf('function');
  });

  test('gives every field of its config a title and a description', () => {
    const schema = configJsonSchema(node);
    expect(undescribedFields(schema, 'config')).toEqual([]);
    expect(Object.keys((schema.properties as object) ?? {})).toEqual(Object.keys(node.config.shape));
  });

  test('keeps the error port free for errors', () => {
    const reserved = (guides[id]?.examples ?? [])
      .flatMap((example) => Object.keys(portsOf(node, example)))
      .filter((name) => name === 'error' || name === 'in');
    expect(reserved).toEqual([]);
  });

  test('can bring every older version up to this one', () => {
    expect(problemsOfMigrations(node, (version) => readFixture(id, version))).toEqual([]);
  });
});

test.each(examples)('$id, "$title": its config is valid and its references are in scope', ({ node, example }) => {
  const loaded = loadConfig(node, { version: node.version, config: example.config });
  expect(loaded).toMatchObject({ ok: true });
  const { references } = compileValue(example.config, expressionModes(node));
  const readable = { ...example.scope, ...(node.id === 'http' && { page: {} }), ...(node.isContainer && { [node.id]: {} }) };
  expect(references.map(({ root }) => root).filter((root) => !Object.hasOwn(readable, root))).toEqual([]);
});

test.each(examples.filter(({ example }) => example.body))(
  '$id, "$title": its body is valid inside of it',
  ({ node, example }) => {
    const { containerId = '', nodes: inside = [], edges = [] } = example.body ?? {};
    const workflow = workflowOf(
      {
        start: ['start'],
        [containerId]: [node.id, resolve(node, example) as Record<string, unknown>],
        ...Object.fromEntries(inside.map(({ id, type, config }) => [id, [type, { ...config }]] as const)),
        end: ['end', { outputs: { result: `{{${containerId}}}` } }],
      },
      [`start -> ${containerId}`, `${containerId} -> end`, ...edges.map(({ source, target }) => `${source} -> ${target}`)],
    );
    const isInside = new Set(inside.map(({ id }) => id));
    const placed = workflow.nodes.map((one) => (isInside.has(one.id) ? { ...one, parentId: containerId } : one));
    const { errors, warnings } = validateWorkflow({ ...workflow, nodes: placed }, nodes);
    expect([...errors, ...warnings]).toEqual([]);
  },
);

test.each(examples)('$id, "$title": fires ports it has, with values that match their schemas', async ({ node, example }) => {
  const ports = portsOf(node, example);
  const fired = await runExample(node, example);
  expect(Object.keys(fired)).not.toEqual([]);
  if (example.fires) expect(fired).toEqual(example.fires);
  for (const [name, value] of Object.entries(fired)) {
    expect(Object.keys(ports)).toContain(name);
    expect(checkJsonSchema(value, ports[name]?.schema ?? false)).toEqual([]);
  }
});

test.each(examples.filter(({ node, example }) => effectsOf(node, resolve(node, example)) === 'none'))(
  '$id, "$title": declares no effects, and has none',
  async ({ node, example }) => {
    expect(example.fires, 'a node without effects always knows its answer').toBeDefined();
    const touched = new Set<PropertyKey>();
    await runExample(node, example, (context) => {
      const get = (target: ExecutorContext, name: PropertyKey) => {
        touched.add(name);
        return Reflect.get(target, name);
      };
      return new Proxy(context, { get });
    });
    const pure = ['evaluate', 'live', 'runInputs', 'nodeId', 'signal'];
    expect([...touched].filter((name) => !pure.includes(String(name)))).toEqual([]);
  },
);

describe('the check of migrations', () => {
  const twice = defineNode({
    id: 'sample',
    version: 3,
    title: 'Sample',
    summary: 'For this test.',
    icon: 'box',
    category: 'data',
    config: z.object({ timeoutMs: z.int().meta({ title: 'Time limit', description: 'Milliseconds.' }) }),
    outputs: { out: port('Out', z.unknown()) },
    effects: 'none',
    migrations: {
      2: ({ timeout, ...rest }) => ({ ...rest, seconds: timeout }),
      3: ({ seconds, ...rest }) => ({ ...rest, timeoutMs: Number(seconds) * 1000 }),
    },
  });
  const fixtures: Record<number, Record<string, unknown>> = { 1: { timeout: 60 }, 2: { seconds: 60 } };

  test('is content with a fixture for every older version', () => {
    expect(problemsOfMigrations(twice, (version) => fixtures[version])).toEqual([]);
    expect(loadConfig(twice, { version: 1, config: { timeout: 60 } })).toEqual({ ok: true, config: { timeoutMs: 60_000 } });
  });

  test('finds a missing step, a step too many, a missing fixture and a config that does not come out right', () => {
    const withoutSecond = {
      ...twice,
      migrations: { 3: twice.migrations[3] as (config: Record<string, unknown>) => Record<string, unknown> },
    };
    expect(problemsOfMigrations(withoutSecond, (version) => fixtures[version])[0]).toBe(
      'sample has migrations to 3, and needs them to 2, 3',
    );
    expect(problemsOfMigrations({ ...twice, version: 2 }, (version) => fixtures[version])[0]).toMatch(
      /has migrations to 2, 3, and needs them to 2$/,
    );
    expect(problemsOfMigrations(twice, (version) => (version === 1 ? fixtures[1] : undefined))).toEqual([
      'sample has no fixture of version 2',
    ]);
    expect(problemsOfMigrations(twice, () => ({ timeout: 'soon' }))).toEqual([
      expect.stringMatching(/^sample version 1: .*expected/i),
      expect.stringMatching(/^sample version 2: .*expected/i),
    ]);
  });
});

const sandbox = makeTestSandbox();
afterAll(() => sandbox.close());

/**
 * External systems of the examples: a body that returns a score, the demo model, the tools, and a
 * web server that answers every request with the same JSON.
 */
/** A graph that has ended. */
const graph: LoadedGraph = {
  inputSchema: {},
  outputSchema: {},
  read: async () => ({ status: 'ended', output: { text: 'Rain falls.' } }),
  advance: async () => {},
};

const knowledge: Knowledge = {
  search: async (_workspace, { base }) => ({
    baseTitle: base,
    passages: [
      {
        chunkId: 'chk_1',
        documentId: 'doc_1',
        key: 'a',
        title: 'Refunds',
        place: 'How long',
        page: 2,
        url: '/knowledge?base=handbook&document=doc_1&chunk=chk_1',
        text: 'Nine days.',
        score: 0.8,
      },
    ],
    retrieval: { base, mode: 'lexical', words: [], candidates: [] },
  }),
  write: async () => [{ documentId: 'doc_1', key: 'a', outcome: 'created' }],
  settled: async () => [],
};
const knowledgeTools = Object.fromEntries(
  ['handbook', 'reports'].map((name) => [
    `knowledge@${name}`,
    knowledgeTool({ name, title: name, description: '', isEnabled: true }, knowledge),
  ]),
);

/** A tool of an MCP server, as far as a node sees it. */
const serverTool: SourcedTool = {
  definition: {
    id: 'files@read_file',
    title: 'Read a file',
    description: 'Reads a file.',
    group: 'mcp',
    input: z.strictObject({ path: z.string() }),
    output: z.unknown(),
    risk: 'low',
    scope: 'workspace',
    effects: 'read',
    timeoutMs: 1000,
  },
  call: async () => ({ data: 'Buy milk', summary: 'Read' }),
};

const filesFolder = mkdtempSync(join(tmpdir(), 'threadloom-nodes-'));
afterAll(() => rmSync(filesFolder, { recursive: true, force: true }));

const userMemory: UserMemory = {
  recall: async () => [{ recordId: 'mem_1', at: '2026-01-01T12:00:00.000Z', text: 'Vegan' }],
  remember: async (_run, { texts }) => texts.map((text) => ({ recordId: 'mem_2', at: '2026-01-01T12:00:00.000Z', text })),
};

const outside: Pick<ExecutorContext, 'models' | 'fetch' | 'tools' | 'graphs' | 'runBody'> = {
  graphs: { names: ['review'], load: async () => graph },
  runBody: async () => ({ status: 'succeeded', value: { output: { score: 9 }, body: { state: 'done' } } }),
  tools: await workspaceTools(
    makeToolKit({
      payloads: makeMemoryPayloads(),
      documents: makeDocumentReader(),
      documentWriter: makeDocumentWriter(),
      sandbox,
      knowledge,
      // A run has an idempotency key for each node; these examples are one node.
      values: {
        read: async () => undefined,
        write: (workspace, write) => new MemoryValueStore({ now: () => 0 }).write(workspace, write, { writeId: 'w' }),
      },
      databases: { query: async () => ({ rows: [{ id: 7, name: 'Ada' }], count: 1 }) },
      mail: { send: async ({ messageId, to }) => ({ messageId, accepted: to, rejected: [] }) },
      userMemory,
      files: makeWorkspaceFiles({ root: filesFolder, denyGlobs: [], maxFileBytes: 10_000_000 }),
      source: { toolsOf: async () => ({ ...knowledgeTools, 'files@read_file': serverTool }) },
    }),
    workspaceId('ws_test'),
  ),
  models: makeModelRegistry({ config: { models: {}, default_model: 'default' }, demoDelayMs: 0 }),
  fetch: async (url) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    url,
    body: Buffer.from(JSON.stringify(answerAt(url))),
  }),
};

/** An agent of A2A 0.3 where a card says so, and else any JSON. */
function answerAt(url: string): object {
  if (url.endsWith('agent-card.json')) return { name: 'Agent', url: 'https://example.com/rpc' };
  const message = { kind: 'message', parts: [{ kind: 'text', text: 'On its way' }] };
  return url.endsWith('/rpc') ? { jsonrpc: '2.0', id: 1, result: message } : { items: [] };
}

/** The config as the executor gets it: templates replaced by the values of the example's scope, then parsed. */
function resolve(node: AnyNodeDefinition, { config, scope = {} }: NodeExample<unknown>): unknown {
  return node.config.parse(compileValue(config, expressionModes(node)).evaluate(scope));
}

function portsOf(node: AnyNodeDefinition, example: NodeExample<unknown>): PortMap {
  if (typeof node.outputs !== 'function') return node.outputs;
  return node.outputs(node.config.parse(example.config), { schemaOf: () => ({}), input: {} });
}

async function runExample(
  node: AnyNodeDefinition,
  example: NodeExample<unknown>,
  watch: (context: ExecutorContext) => ExecutorContext = (context) => context,
): Promise<Fired> {
  const execute = (await executors[node.id]?.())?.default as Executor | undefined;
  if (!execute) throw new Error(`${node.id} has no executor`);
  const { context } = makeExecutorContext({
    ...outside,
    runInputs: example.runInputs ?? {},
    live: example.input === undefined ? [] : [{ source: 'source', port: 'out', value: example.input }],
    evaluate: (source, more) => compileCel(source).evaluate({ ...example.scope, ...more }),
    // Approves everything.
    ask: () => ({ status: 'confirmed' }),
  });
  return execute({ config: resolve(node, example), context: watch(context) });
}

/** Fields without title or description, everywhere in a config that is not free JSON. */
function undescribedFields(schema: JsonSchema, path: string): string[] {
  const inner = [schema.items, schema.additionalProperties].filter((part) => typeof part === 'object' && part !== null);
  const own = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, field]) => [
    ...(field.title && field.description ? [] : [`${path}.${name}`]),
    ...undescribedFields(field, `${path}.${name}`),
  ]);
  return [...own, ...inner.flatMap((part) => undescribedFields(part as JsonSchema, `${path}[]`))];
}

function readFixture(id: string, version: number): Record<string, unknown> | undefined {
  const file = join(fixtureFolder, id, `v${version}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Every older version needs a step to the next one and a stored config that takes all steps from
 * there; so each step is called.
 */
function problemsOfMigrations(
  node: AnyNodeDefinition,
  fixtureOf: (version: number) => Record<string, unknown> | undefined,
): string[] {
  const steps = Object.keys(node.migrations).map(Number);
  const needed = Array.from({ length: node.version - 1 }, (_, index) => index + 2);
  if (steps.join() !== needed.join())
    return [`${node.id} has migrations to ${steps.join(', ')}, and needs them to ${needed.join(', ')}`];
  return needed.flatMap((step) => {
    const version = step - 1;
    const config = fixtureOf(version);
    if (config === undefined) return [`${node.id} has no fixture of version ${version}`];
    const loaded = loadConfig(node, { version, config });
    return loaded.ok ? [] : [`${node.id} version ${version}: ${loaded.message}`];
  });
}
