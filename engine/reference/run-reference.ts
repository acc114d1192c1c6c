import { NodeFailure } from '#lib/errors/node-failure.ts';
import { compileCel } from '#lib/expression/condition.ts';
import { MOMENT_KEY } from '#lib/expression/moment.ts';
import { compileValue } from '#lib/expression/template.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { expressionModes } from '#lib/node-kit/field-expressions.ts';
import { iterationPath, nodePathIn } from '#lib/run/node-path.ts';
import type { NodeEnd } from '#lib/run/run-status.ts';
import { BRANCH_ROOT } from '#lib/workflow/branch-root.ts';
import { readCalled } from '#lib/workflow/called-workflows.ts';
import { sortEdges } from '#lib/workflow/format-workflow.ts';
import { isRace, joinModeOf } from '#lib/workflow/join-mode.ts';
import { SESSION_ROOT } from '#lib/workflow/session-settings.ts';
import type { Workflow, WorkflowEdge, WorkflowNode } from '#lib/workflow/workflow.ts';
import type { BodyOutcome, Executor, ExecutorContext, Fired, IterationRequest, LiveInput } from '../contract/define-executor.ts';
import { leaveIn, type ReferenceSession, type SessionLeft, sessionAccess } from './reference-session.ts';

export type ReferenceResult = {
  readonly status: NodeEnd;
  readonly fired: Fired;
  readonly attempts: number;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  /** A further attempt of its container may succeed. */
  readonly isRetryable?: boolean;
  /** What it leaves in the session of the run. */
  readonly left?: SessionLeft;
};
/** What time decided, which this executor has none of. */
export type Races = {
  /**
   * The source of the branch that the join at this path continued with, by the compared run;
   * undefined for any.
   */
  winnerOf(path: string): string | undefined;
  /** Whether a node should have been stopped because a join `first` had continued without it. */
  isLost(path: string): boolean;
  /**
   * Which of these passes had succeeded, each given by the paths of its nodes. It asks for no more
   * than had begun.
   */
  succeededOf(passes: Iterable<readonly string[]>): readonly number[];
  /** Whether this is the value that the node at this path continued with. */
  hasGiven(path: string, value: unknown): boolean;
  /** Of several unhandled failures the first one counts. */
  orderOf(path: string): number;
  /** The nodes outside of containers that had succeeded when this one started, in the order of their ends. */
  endedBefore(path: string): readonly string[];
};
type Options = {
  readonly nodes: NodeRegistry;
  readonly executors: Readonly<Record<string, Executor<never>>>;
  readonly context: ExecutorContext;
  /** @defaultValue the first edge wins, and no node is stopped */
  readonly races?: Races;
  /** As the turn before left it. @defaultValue the run has no session */
  readonly session?: ReferenceSession;
};
const NO_RACES: Races = {
  winnerOf: () => undefined,
  isLost: () => false,
  succeededOf: () => [],
  hasGiven: () => true,
  orderOf: () => 0,
  endedBefore: () => [],
};

/**
 * docs/semantics.md in code: the end of each node by path, without time limits or stops, by plain
 * recursion. The engine must agree, except for nodes that an unhandled failure kept from starting.
 */
export async function runReference(workflow: Workflow, options: Options): Promise<ReadonlyMap<string, ReferenceResult>> {
  const results = new Map<string, ReferenceResult>();
  await new Scope(workflow, options, { results, prefix: '', outer: {}, nodes: membersOf(workflow, undefined) }).run();
  return results;
}

type ReferenceScope = {
  readonly results: Map<string, ReferenceResult>;
  /** Path prefix of its nodes. */
  readonly prefix: string;
  /** Variables of the outer scopes and of the iteration. */
  readonly outer: Readonly<Record<string, unknown>>;
  readonly nodes: readonly WorkflowNode[];
  /** Inputs of its start node, if it is the root of a called workflow. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Whether it is inside that container, at any depth. */
  readonly isCalled?: boolean;
};

const membersOf = (workflow: Workflow, parentId: string | undefined) =>
  workflow.nodes.filter((node) => node.parentId === parentId);

type IterationCall = {
  readonly request: IterationRequest;
  readonly attempt: number;
  readonly scope: Readonly<Record<string, unknown>>;
};

/** The nodes of the root, or of one iteration of a body. */
class Scope {
  readonly #workflow: Workflow;
  readonly #options: Options;
  readonly #scope: ReferenceScope;
  readonly #decided = new Map<string, Promise<ReferenceResult>>();
  /** By container and attempt: the iterations that can still win, and when it has ended. */
  readonly #raced = new Map<string, { left: number; readonly over: PromiseWithResolvers<void> }>();

  constructor(workflow: Workflow, options: Options, scope: ReferenceScope) {
    this.#workflow = workflow;
    this.#options = options;
    this.#scope = scope;
  }

  /** @returns the unhandled error, or the value of its sinks */
  async run(): Promise<BodyOutcome> {
    const { nodes, results, prefix } = this.#scope;
    const ended = await Promise.all(nodes.map(async ({ id }) => [id, await this.#decide(id)] as const));
    for (const [id, result] of ended) results.set(prefix + id, result);
    const { orderOf } = this.#options.races ?? NO_RACES;
    const [failed] = ended
      .filter(([, { status, fired }]) => status === 'failed' && Object.keys(fired).length === 0)
      .sort(([a], [b]) => orderOf(prefix + a) - orderOf(prefix + b));
    if (failed) {
      const [id, { errorCode = 'node-failed', errorMessage = '', isRetryable = false }] = failed;
      return { status: 'failed', error: { code: errorCode, message: errorMessage, nodeId: prefix + id, isRetryable } };
    }
    const sinks = ended
      .filter(([id]) => !this.#workflow.edges.some((edge) => edge.source === id))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const outputs = this.#outputs(new Map(ended));
    const values = sinks.map(([id, { fired }]) => [id, valueOfFired(fired) ?? null] as const);
    if (this.#scope.inputs) return { status: 'succeeded', value: outputs };
    return { status: 'succeeded', value: values.length === 1 ? values[0]?.[1] : Object.fromEntries(values) };
  }

  /** Of a called workflow: what its end nodes gave, or its sinks by id. */
  #outputs(ended: ReadonlyMap<string, ReferenceResult>): Record<string, unknown> {
    const fired = [...ended].filter(([, result]) => Object.keys(result.fired).length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    const typeOf = (id: string) => this.#scope.nodes.find((node) => node.id === id)?.type;
    if (![...ended.keys()].some((id) => typeOf(id) === 'end')) {
      const isSink = (id: string) => !this.#workflow.edges.some((edge) => edge.source === id);
      return Object.fromEntries(fired.filter(([id]) => isSink(id)).map(([id, result]) => [id, valueOfFired(result.fired)]));
    }
    return Object.assign({}, ...fired.filter(([id]) => typeOf(id) === 'end').map(([, result]) => valueOfFired(result.fired)));
  }

  /** Whether it is in a called workflow, whose pins do not count. */
  get #isCalled(): boolean {
    return this.#scope.isCalled === true;
  }

  #decide(id: string): Promise<ReferenceResult> {
    const known = this.#decided.get(id) ?? this.#run(this.#scope.nodes.find((node) => node.id === id) as WorkflowNode);
    this.#decided.set(id, known);
    return known;
  }

  async #run(node: WorkflowNode): Promise<ReferenceResult> {
    const { nodes, executors, context, races = NO_RACES } = this.#options;
    if (races.isLost(this.#scope.prefix + node.id) && this.#mayLose(node.id))
      return { status: 'skipped', fired: {}, attempts: 0 };
    const incoming = this.#edgesInto(node.id);
    const live = await this.#liveOf(node);
    if (incoming.length > 0 && live.length === 0) return { status: 'skipped', fired: {}, attempts: 0 };
    const { pinned, disabled, onError, retry } = node.options ?? {};
    const definition = nodes[node.type] as NodeRegistry[string];
    const passPort = passPortOf(definition, node);
    if (disabled) return { status: 'succeeded', fired: { [passPort]: live[0]?.value ?? null }, attempts: 0 };
    if (pinned !== undefined && !this.#isCalled) return { status: 'succeeded', fired: { [passPort]: pinned }, attempts: 0 };
    const hasErrorEdge = this.#workflow.edges.some((edge) => edge.source === node.id && edge.sourceHandle === 'error');
    const failedWith = (error: { code: string; message: string; attempts: number }, isRetryable = false): ReferenceResult => {
      const { code: errorCode, message: errorMessage, attempts } = error;
      if (hasErrorEdge || onError === 'branch') return { status: 'failed', fired: { error }, attempts, errorCode };
      if (typeof onError === 'object') return { status: 'succeeded', fired: { [passPort]: onError.continue }, attempts };
      return { status: 'failed', fired: {}, attempts, errorCode, errorMessage, isRetryable };
    };
    const session = await this.#sessionFor(node.id);
    const scope = { ...(await this.#scopeOf(node.id)), ...(session && { [SESSION_ROOT]: session.value }) };
    let config: unknown;
    try {
      config = definition.config.parse(compileValue(node.config, expressionModes(definition)).evaluate(scope));
    } catch (error) {
      return failedWith({ ...errorOf(error, 'config-invalid'), attempts: 1 });
    }
    for (let attempt = 1; ; attempt++) {
      try {
        const turn = session && sessionAccess(session, this.#options.session?.variables ?? []);
        const call: ExecutorContext = {
          ...context,
          ...(turn && { session: turn.access }),
          nodeId: this.#scope.prefix + node.id,
          attempt,
          live,
          runInputs: this.#scope.inputs ?? context.runInputs,
          evaluate: (source, more) => compileCel(source).evaluate({ ...scope, ...more }),
          runBody: (request) => this.#runBody(node, { request, attempt, scope }),
          bodyParts: () => this.#branchesOf(node.id).map((nodes) => ({ lastIds: this.#lastOf(nodes) })),
        };
        const fired = await (executors[node.type] as Executor<unknown>)({ config, context: call });
        return { status: 'succeeded', fired, attempts: attempt, ...(turn && { left: turn.left(valueOfFired(fired)) }) };
      } catch (error) {
        const isRetryable = NodeFailure.is(error) && error.isRetryable;
        if (retry && attempt < retry.attempts && (isRetryable || retry.on === 'all')) continue;
        return failedWith({ ...errorOf(error, 'node-failed'), attempts: attempt }, isRetryable);
      }
    }
  }

  /** Nodes in containers and called workflows are compared without a session. */
  async #sessionFor(id: string): Promise<ReferenceSession | undefined> {
    const { session, races = NO_RACES } = this.#options;
    if (!session || this.#scope.prefix !== '') return undefined;
    let known = session;
    for (const path of races.endedBefore(id)) known = leaveIn(known, await this.#decide(path));
    return known;
  }

  /** What edges connect in a body, whichever way they go. */
  #branchesOf(containerId: string): WorkflowNode[][] {
    const left = membersOf(this.#workflow, containerId).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const branches: WorkflowNode[][] = [];
    for (let node = left.shift(); node; node = left.shift()) {
      const branch = [node];
      for (const { id } of branch)
        for (const { source, target } of this.#workflow.edges) {
          const at = left.findIndex((other) => (id === source && other.id === target) || (id === target && other.id === source));
          if (at >= 0) branch.push(...left.splice(at, 1));
        }
      branches.push(branch);
    }
    return branches;
  }

  #lastOf(nodes: readonly WorkflowNode[]): string[] {
    return nodes.map(({ id }) => id).filter((id) => !this.#workflow.edges.some((edge) => edge.source === id));
  }

  #edgesInto(id: string): WorkflowEdge[] {
    return sortEdges(this.#workflow.edges).filter((edge) => edge.target === id);
  }

  async #liveOf(node: WorkflowNode): Promise<LiveInput[]> {
    const edges = this.#edgesInto(node.id);
    const mode = joinModeOf(node);
    if (mode === 'all') return this.#liveOn(edges);
    const mayWin = ({ port }: LiveInput) => mode !== 'first' || port !== 'error';
    const winner = this.#winnerOf(node.id);
    // Another branch may have read what the nodes after this join left in the session.
    const [won] = (await this.#liveOn(edges.filter(({ source }) => source === winner))).filter(mayWin);
    if (won) return [won];
    const live = await this.#liveOn(edges);
    const [first] = live.filter(mayWin);
    return first ? [first] : live;
  }

  async #liveOn(edges: readonly WorkflowEdge[]): Promise<LiveInput[]> {
    const live: LiveInput[] = [];
    for (const { source, sourceHandle } of edges) {
      const { fired } = await this.#decide(source);
      if (Object.hasOwn(fired, sourceHandle)) live.push({ source, port: sourceHandle, value: fired[sourceHandle] });
    }
    return live;
  }

  #winnerOf(joinId: string): string | undefined {
    return (this.#options.races ?? NO_RACES).winnerOf(this.#scope.prefix + joinId);
  }

  /** All paths from it lead to one join `first`, which continues with another branch. */
  #mayLose(id: string): boolean {
    return this.#scope.nodes.some(
      (join) =>
        join.id !== id && joinModeOf(join) === 'first' && this.#winnerOf(join.id) !== undefined && this.#leadsOnlyTo(join.id, id),
    );
  }

  #leadsOnlyTo(join: string, id: string): boolean {
    const targets = this.#workflow.edges.filter((edge) => edge.source === id).map(({ target }) => target);
    return targets.length > 0 && targets.every((target) => target === join || this.#leadsOnlyTo(join, target));
  }

  /** Of concurrent iterations that race, the log has those that succeeded, and the value which one won. */
  async #runBody(node: WorkflowNode, asked: IterationCall): Promise<BodyOutcome> {
    const { request, attempt } = asked;
    const { succeededOf, hasGiven } = this.#options.races ?? NO_RACES;
    const candidates = node.config.onFailure === 'first' ? succeededOf(this.#passesOf(node, attempt)) : [];
    const outcome = await this.#runIteration(node.id, asked);
    if (candidates.length === 0 || outcome.status !== 'succeeded') return outcome;
    const key = `${node.id} ${attempt}`;
    const race = this.#raced.get(key) ?? { left: candidates.length, over: Promise.withResolvers<void>() };
    this.#raced.set(key, race);
    const isCandidate = candidates.includes(request.part ?? request.index);
    const hasWon = isCandidate && hasGiven(this.#scope.prefix + node.id, outcome.value);
    if (isCandidate) race.left--;
    // A value that no iteration has: none wins, which the comparison shows.
    if (hasWon || race.left === 0) race.over.resolve();
    await race.over.promise;
    return hasWon ? outcome : { status: 'cancelled' };
  }

  /**
   * The paths of the nodes of each iteration that the container may have, of each branch in one that
   * runs branches.
   */
  *#passesOf({ id, type }: WorkflowNode, attempt: number): Generator<string[]> {
    const pathsOf = (nodes: readonly WorkflowNode[], index: number) =>
      nodes.map((node) => nodePathIn(iterationPath(this.#scope.prefix + id, { index, attempt }), node.id));
    if (type === 'parallel') for (const nodes of this.#branchesOf(id)) yield pathsOf(nodes, 0);
    else for (let index = 0; ; index++) yield pathsOf(membersOf(this.#workflow, id), index);
  }

  async #runIteration(containerId: string, { request, attempt, scope }: IterationCall): Promise<BodyOutcome> {
    if (request.signal.aborted) return { status: 'cancelled' };
    const { prefix, results } = this.#scope;
    const path = iterationPath(prefix + containerId, { index: request.index, attempt });
    const caller = this.#scope.nodes.find(({ id }) => id === containerId) as WorkflowNode;
    const called = readCalled(caller, this.#workflow, this.#options.nodes);
    if (called) {
      // It sees nothing of the one that calls it.
      const inner = {
        results,
        prefix: `${path}/`,
        outer: {},
        nodes: membersOf(called, undefined),
        inputs: request.inputs ?? {},
        isCalled: true,
      };
      return new Scope(called, this.#options, inner).run();
    }
    const inner = {
      results,
      isCalled: this.#isCalled,
      prefix: `${path}/`,
      outer: { ...scope, ...request.variables },
      nodes:
        request.part === undefined ? membersOf(this.#workflow, containerId) : (this.#branchesOf(containerId)[request.part] ?? []),
    };
    return new Scope(this.#workflow, this.#options, inner).run();
  }

  async #scopeOf(nodeId: string): Promise<Record<string, unknown>> {
    const scope: Record<string, unknown> = { ...this.#scope.outer, [MOMENT_KEY]: this.#options.context.clock.now() };
    const taken: Record<string, string> = { ...(scope[BRANCH_ROOT] as Record<string, string> | undefined) };
    for (const id of await this.#ancestorsOf(nodeId)) {
      const { fired } = await this.#decide(id);
      const [port, ...others] = Object.keys(fired);
      if (port === undefined) continue;
      scope[id] = valueOfFired(fired);
      if (others.length === 0) taken[id] = port;
    }
    return this.#workflow.nodes.some(({ id }) => id === BRANCH_ROOT) ? scope : { ...scope, [BRANCH_ROOT]: taken };
  }

  /** Nodes before it, by the branches that joins continued with. */
  async #ancestorsOf(nodeId: string): Promise<Set<string>> {
    const found = new Set<string>();
    const visit = async (target: string): Promise<void> => {
      const node = this.#scope.nodes.find(({ id }) => id === target) as WorkflowNode;
      const isOwn = target === nodeId;
      const { status } = isOwn ? { status: undefined } : await this.#decide(target);
      const isRaced = isRace(node) && (isOwn || status === 'succeeded');
      const sources = (isRaced ? await this.#liveOf(node) : this.#edgesInto(target)).map(({ source }) => source);
      for (const source of sources) {
        if (found.has(source)) continue;
        found.add(source);
        await visit(source);
      }
    };
    await visit(nodeId);
    return found;
  }
}

function passPortOf(definition: NodeRegistry[string], { config }: WorkflowNode): string {
  const { outputs } = definition;
  const ports = Object.keys(typeof outputs === 'function' ? outputs(config, { schemaOf: () => ({}), input: {} }) : outputs);
  return ports.includes('out') ? 'out' : (ports[0] ?? 'out');
}

function valueOfFired(fired: Fired): unknown {
  const ports = Object.keys(fired);
  return fired[ports.length === 1 ? (ports[0] as string) : 'out'];
}

function errorOf(error: unknown, otherwise: string): { code: string; message: string } {
  return { code: (error as { code?: string }).code ?? otherwise, message: (error as Error).message };
}
