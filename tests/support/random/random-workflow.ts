import type { SessionVariable } from '#lib/workflow/session-settings.ts';
import { WORKFLOW_FORMAT, type Workflow, type WorkflowEdge, type WorkflowNode } from '#lib/workflow/workflow.ts';
import { RandomSource } from './random-source.ts';

/** Output ports of each node type, except the error port. */
const portsOf = (node: WorkflowNode): readonly string[] => {
  if (node.type === 'condition') return ['true', 'false'];
  if (node.type === 'switch') return ['high', 'odd', 'else'];
  if (node.type === 'classifier') return ['praise', 'blame', 'else'];
  if (node.type === 'store' && node.config.op === 'seen') return ['new', 'seen'];
  const { ports } = node.config;
  return Array.isArray(ports) && ports.length > 0 ? (ports as string[]) : ['out'];
};
/** Ports that some nodes do not have. Edges from a missing port are never taken. */
const ANY_PORTS = ['out', 'left', 'right'];

const CLASSES = [
  { id: 'praise', description: 'Somebody is glad' },
  { id: 'blame', description: 'Somebody is not' },
];

/** JavaScript of a code node: returns a value or undefined, throws, or waits. */
const PROGRAMS = [
  'return { seen: inputs.a, attempt: 1 }',
  "if (inputs.a === 'none') throw new Error('nothing came'); return { seen: inputs.a, attempt: 2 }",
  "await null; return [inputs.a, 'code']",
  'inputs.a = 1',
  "throw new TypeError('never')",
] as const;

/** The reference that the body of each container type reads. */
const VARIABLES: Readonly<Record<string, readonly string[]>> = { map: ['map'], loop: ['loop'], parallel: [] };

/**
 * A small workflow of every shape that matters: forks, joins, N-shapes, branches not taken, error
 * branches, retries, several roots and
 * sinks, references with and without a default, models that sort, and code. The same seed gives the
 * same workflow. A tame one calls no other and gives
 * every reference a default, so that it is nearly always valid. One in a session reads and writes its variables.
 */
export function randomWorkflow(
  seed: number,
  { isTame = false, inSession = false }: { isTame?: boolean; inSession?: boolean } = {},
): Workflow {
  const random = new RandomSource(seed);
  const name = `random ${seed}`;
  return randomDocument({ random, count: 3 + random.below(12), name, calls: isTame ? 0 : 2, isTame, isOnce: !isTame, inSession });
}

/** Numbered calls. The document contains their called workflows, as in a prepared one. */
function randomDocument({
  random,
  count,
  name,
  calls,
  isTame = false,
  isOnce = false,
  inSession = false,
}: {
  random: RandomSource;
  count: number;
  name: string;
  calls: number;
  isTame?: boolean;
  /** Its nodes outside of containers run once, so that what they leave in the store is known. */
  isOnce?: boolean;
  /** Its nodes outside of containers use the session. */
  inSession?: boolean;
}): Workflow {
  const scope = randomScope({ random, count, prefix: 'n', outside: [], depth: 0, mayCall: calls > 0, isTame, isOnce, inSession });
  const called = scope.nodes.filter(({ type }) => type === 'workflow');
  const inner = () => withStart(randomDocument({ random, count: 1 + random.below(5), name: 'called', calls: calls - 1 }));
  return {
    format: WORKFLOW_FORMAT,
    name,
    description: '',
    settings: inSession ? { session: { variables: sessionVariables } } : {},
    ...scope,
    ...(called.length > 0 && {
      workflows: Object.fromEntries(called.map(({ config }) => [`${config.workflowId}@draft`, inner()])),
    }),
  };
}

/** Adds a start node with the input `a` before all others, and an end node after some. */
function withStart(workflow: Workflow): Workflow {
  const start = makeFixed('start', 'start', { inputs: [{ name: 'a', type: 'json' }] });
  const end = makeFixed('end', 'end', { outputs: { given: '{{start.a | default: "none"}}' } });
  const roots = workflow.nodes.filter(
    ({ id, parentId }) => parentId === undefined && !workflow.edges.some((edge) => edge.target === id),
  );
  const link = (source: string, target: string) => ({
    id: `${source}-${target}`,
    source,
    sourceHandle: 'out',
    target,
    targetHandle: 'in',
  });
  const edges = [...workflow.edges, ...roots.map(({ id }) => link('start', id)), link('n0', 'end')];
  return { ...workflow, nodes: [start, end, ...workflow.nodes], edges };
}

function makeFixed(id: string, type: string, config: WorkflowNode['config']): WorkflowNode {
  return { id, type, version: 1, label: id, config, position: { x: 0, y: 0 } };
}

type ScopeWishes = {
  readonly random: RandomSource;
  readonly count: number;
  readonly prefix: string;
  /** Ids of nodes around it that are decided before it. */
  readonly outside: readonly string[];
  readonly depth: number;
  readonly mayCall: boolean;
  readonly isTame: boolean;
  readonly isOnce: boolean;
  readonly inSession: boolean;
};

/** The nodes of the root scope or of one body, with the bodies of their containers. */
function randomScope({
  random,
  count,
  prefix,
  outside,
  depth,
  mayCall,
  isTame,
  isOnce,
  inSession,
}: ScopeWishes): Pick<Workflow, 'nodes' | 'edges'> {
  const nodes: WorkflowNode[] = [];
  const edges: WorkflowEdge[] = [];
  const bodies: Pick<Workflow, 'nodes' | 'edges'>[] = [];
  for (let index = 0; index < count; index++) {
    const sources = index === 0 || random.chance(0.06) ? [] : pickSources(nodes, random);
    const id = `${prefix}${index}`;
    const links = sources.map((source) => ({
      source: source.id,
      sourceHandle: random.chance(0.1) ? 'error' : random.pick(random.chance(0.1) && !isTame ? ANY_PORTS : portsOf(source)),
    }));
    for (const { source, sourceHandle } of links) {
      edges.push({ id: `${source}-${sourceHandle}-${id}`, source, sourceHandle, target: id, targetHandle: 'in' });
    }
    const readable = [...outside, ...ancestorsOf(sources, nodes, edges)];
    const hasInput = sources.length > 0;
    const made = makeNode(id, { hasInput, readable, random, mayContain: depth < 3, mayCall, isTame, isOnce, inSession });
    nodes.push(made);
    if (!Object.hasOwn(VARIABLES, made.type)) continue;
    const variables = VARIABLES[made.type] ?? [];
    const inner = {
      random,
      count: 1 + random.below(4),
      prefix: `${id}_`,
      outside: [...readable, ...variables],
      depth: depth + 1,
      mayCall,
      isTame,
      isOnce: false,
      inSession: false,
    };
    const body = randomScope(inner);
    bodies.push({ ...body, nodes: body.nodes.map((node) => (node.parentId === undefined ? { ...node, parentId: id } : node)) });
  }
  return {
    nodes: [...nodes, ...bodies.flatMap((body) => body.nodes)],
    edges: [...edges, ...bodies.flatMap((body) => body.edges)],
  };
}

function pickSources(nodes: readonly WorkflowNode[], random: RandomSource): WorkflowNode[] {
  const wanted = 1 + random.below(3);
  // Near nodes more often than far ones, to get both chains and diamonds.
  const picked = Array.from(
    { length: wanted },
    () => nodes[Math.max(0, nodes.length - 1 - random.below(random.chance(0.7) ? 4 : nodes.length))] as WorkflowNode,
  );
  return [...new Set(picked)];
}

function ancestorsOf(sources: readonly WorkflowNode[], nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]): string[] {
  const found = new Set<string>();
  const open = sources.map((source) => source.id);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    for (const edge of edges) if (edge.target === id) open.push(edge.source);
  }
  return nodes.map((node) => node.id).filter((id) => found.has(id));
}

/** The winner of concurrent iterations depends on timing and is read from the log. */
function sideBySide(random: RandomSource): { concurrency: number; onFailure: 'all' | 'settle' | 'first' } {
  const onFailure = random.pick(['all', 'settle', 'first'] as const);
  return { concurrency: 1 + random.below(4), onFailure };
}

type Place = {
  hasInput: boolean;
  readable: readonly string[];
  random: RandomSource;
  mayContain: boolean;
  mayCall: boolean;
  isTame: boolean;
  isOnce: boolean;
  inSession: boolean;
};

function makeNode(id: string, place: Place): WorkflowNode {
  const { type, config } = makeConfig(place, id);
  return {
    id,
    type,
    version: 1,
    label: id,
    config: config as WorkflowNode['config'],
    options: makeOptions(place.random),
    position: { x: 0, y: 0 },
  };
}

function makeConfig(
  { hasInput, readable, random, mayContain, mayCall, isTame, isOnce, inSession }: Place,
  id: string,
): { type: string; config: Record<string, unknown> } {
  const reference = () => {
    if (inSession && random.chance(0.4)) return sessionReference(random);
    if (readable.length === 0) return 'nothing';
    const root = random.pick(readable);
    const fields = root === 'map' ? ['item', 'index'] : root === 'loop' ? ['index', 'last'] : ['attempt', 'seen', 'missing'];
    const path = `${root}.${random.pick(fields)}`;
    return random.chance(0.75) || isTame ? `{{ ${path} | default: "none" }}` : `{{${path}}}`;
  };
  const roll = random.next();
  if (inSession && random.chance(0.3)) return { type: 'set', config: sessionWrite(random, reference()) };
  if (inSession && random.chance(0.12)) return { type: 'llm', config: sessionTalk(random, reference()) };
  if (mayContain && random.chance(0.08))
    return {
      type: 'map',
      config: {
        items:
          readable.length > 0 && random.chance(0.1)
            ? reference()
            : Array.from({ length: random.below(4) }, (_, index) => index * 10),
        ...sideBySide(random),
      },
    };
  if (mayContain && random.chance(0.06))
    return {
      type: 'loop',
      config: {
        while: random.pick(['loop.index < 1', 'false', 'true', 'has(loop.last.seen) && loop.index < 2']),
        max: 1 + random.below(3),
        onMax: random.pick(['fail', 'continue']),
      },
    };
  if (mayContain && random.chance(0.06)) return { type: 'parallel', config: sideBySide(random) };
  if (mayCall && random.chance(0.05)) return { type: 'workflow', config: { workflowId: `wf_${id}`, inputs: { a: reference() } } };
  if (hasInput && random.chance(0.05))
    return {
      type: 'classifier',
      config: { model: 'sorting', input: `It was ${reference()}, ${random.below(20)}`, classes: CLASSES },
    };
  if (random.chance(0.06)) return { type: 'store', config: storeConfig(id, { random, isOnce, value: reference() }) };
  if (!isTame && random.chance(0.03)) return { type: 'wait', config: { forMs: random.below(3) } };
  if (random.chance(0.05)) return { type: 'code', config: { code: random.pick(PROGRAMS), inputs: { a: reference() } } };
  if (hasInput && roll < 0.12) return { type: 'condition', config: { when: `${random.below(3)} < ${random.below(3)}` } };
  if (hasInput && roll < 0.2)
    return {
      type: 'switch',
      config: {
        cases: [
          { id: 'high', when: `${random.below(9)} > 5` },
          { id: 'odd', when: `${random.below(2)} == 1` },
        ],
      },
    };
  if (hasInput && roll < 0.26) return { type: 'merge', config: { mode: random.pick(['object', 'list', 'first']) } };
  if (hasInput && roll < 0.34) return { type: 'join', config: { mode: random.pick(['all', 'any', 'first', 'first']) } };
  if (roll < 0.42) return { type: 'set', config: { values: { a: reference(), b: random.below(100) } } };
  if (roll < 0.5) return { type: 'template', config: { template: `Hello ${reference()}!` } };
  const config = {
    ports: random.chance(0.75) ? ['out'] : random.pick([['left'], ['right'], ['left', 'right'], ['out', 'left'], []]),
    failures: random.chance(0.7) ? 0 : 1 + random.below(3),
    isRetryable: random.chance(0.7),
    answers: random.pick(['at-once', 'same-turn', 'next-turn', 'next-turn', 'late']),
    effects: random.chance(0.5) ? 'none' : 'write',
    seen: random.chance(0.6) ? reference() : null,
  };
  return { type: 'probe', config };
}

const sessionVariables = [
  { name: 'count', type: 'number', default: 3 },
  { name: 'said', type: 'list', default: ['hello'] },
  { name: 'text', type: 'text' },
  { name: 'about', type: 'object', default: { a: 1, b: 2 } },
] as const satisfies SessionVariable[];

function sessionReference(random: RandomSource): string {
  const path = `session.${random.pick(['count', 'said', 'text', 'about', 'about.a', 'turn', 'missing'])}`;
  return random.chance(0.8) ? `{{ ${path} | default: "none" }}` : `{{${path}}}`;
}

/** Some writes do not fit their variable, which fails the node. */
function sessionWrite(random: RandomSource, value: string): Record<string, unknown> {
  const writes = [
    ['count', 'add', random.below(5)],
    ['count', 'set', random.below(9)],
    ['said', 'append', value],
    ['said', 'append', [value, 'more']],
    ['said', 'remove', ['hello', 'more']],
    ['text', 'append', `${random.below(9)},`],
    ['text', 'set', value],
    ['about', 'remove', 'a'],
    ['about', 'set', { b: random.below(9) }],
    ['count', 'append', 1],
  ] as const;
  const chosen = Array.from({ length: 1 + random.below(2) }, () => random.pick(writes));
  return {
    target: 'session',
    values: Object.fromEntries(chosen.map(([name, , written]) => [name, written])),
    operations: Object.fromEntries(chosen.map(([name, operation]) => [name, operation])),
  };
}

function sessionTalk(random: RandomSource, said: string): Record<string, unknown> {
  return {
    model: 'talking',
    userPrompt: `Say ${said}`,
    ...(random.chance(0.8) && { conversationScope: 'session', conversationWindow: 1 + random.below(6) }),
  };
}

/** What others do with the same key has no influence on its value. */
function storeConfig(
  id: string,
  { random, isOnce, value }: { random: RandomSource; isOnce: boolean; value: string },
): Record<string, unknown> {
  const op = random.pick(isOnce ? (['set', 'get', 'take', 'seen', 'add'] as const) : (['set', 'get', 'take'] as const));
  if (op === 'set') return { op, key: `kept/${random.below(9)}`, value };
  if (op === 'get' || op === 'take') return { op, key: `none/${random.below(9)}` };
  return { op, key: `${op}/${id}`, ...(op === 'add' && { amount: random.below(9) }) };
}

function makeOptions(random: RandomSource): NonNullable<WorkflowNode['options']> {
  return {
    ...(random.chance(0.3) && {
      retry: { attempts: 1 + random.below(4), delayMs: 0, factor: 1, on: random.pick(['retryable', 'all'] as const) },
    }),
    ...(random.chance(0.25) && {
      onError: random.pick(['branch', 'fail', { continue: { attempt: 0, seen: 'continued' } }] as const),
    }),
    ...(random.chance(0.05) && { disabled: true }),
    ...(random.chance(0.05) && { pinned: { attempt: 0, seen: 'pinned' } }),
  };
}
