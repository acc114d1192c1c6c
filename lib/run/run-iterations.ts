import { IterationTally, type NodeIterations } from './iteration-tally.ts';
import {
  containerPathsOf,
  drawnPathOf,
  type IsCall,
  type Iteration,
  iterationPath,
  iterationsOf,
  nodeIdOf,
  nodePathIn,
} from './node-path.ts';
import type { NodeState, RunState } from './run-state.ts';

/** Index of the selected iteration by container; without an entry, all iterations are shown. */
export type ChosenIterations = ReadonlyMap<string, number>;

type IterationStatus = 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled';

/** Summary of a container's iterations. */
export type IterationList = {
  /** Iterations that have begun. */
  readonly count: number;
  readonly counts: Readonly<Record<IterationStatus, number>>;
  /** Index of the first that failed. */
  readonly firstFailed: number | undefined;
  /** Index of the one that began last. */
  readonly newest: number;
};

type IterationState = { readonly nodes: Map<string, NodeState>; status: IterationStatus };
type Container = { readonly iterations: Map<number, IterationState>; newest: number; list: IterationList | undefined };

/**
 * What the nodes inside of containers did, by node and by iteration, kept up with a run: a change of one
 * node in one iteration costs the same however many iterations there are. Only the latest attempt of a container
 * counts.
 */
export class RunIterations {
  readonly #isCall: IsCall;
  #nodes: RunState['nodes'] = {};
  /** By path of the node with the iterations that are not chosen left open: `each[]/write`. */
  #tallies = new Map<string, IterationTally>();
  /** By path of the container. */
  #containers = new Map<string, Container>();
  /** How often containers were retried, by path; without those that were not. */
  #retries = new Map<string, number>();
  /** Ids of the containers around each node with events inside one, outermost first. */
  readonly #around = new Map<string, readonly string[]>();
  /** Ids of the nodes inside each container, however deep. */
  readonly #inside = new Map<string, Set<string>>();

  /** @param isCall nodes inside such a node belong to another document, and are omitted */
  constructor(isCall: IsCall = () => false) {
    this.#isCall = isCall;
  }

  /**
   * Takes over the nodes of a run as they are now.
   * @param changed paths of those that are not what they were
   * @returns ids of nodes and containers for which something is different now
   */
  update(nodes: RunState['nodes'], changed: Iterable<string>): ReadonlySet<string> {
    this.#nodes = nodes;
    const touched = new Set<string>();
    let isAnew = false;
    for (const path of changed) {
      if (!this.#isDrawn(path)) continue;
      for (const nodeId of this.#inside.get(nodeIdOf(path)) ?? []) touched.add(nodeId);
      if (!path.includes('/')) continue;
      // Neither a node that is gone, in the state of an earlier moment, nor an earlier attempt of a container can be
      // subtracted from a sum.
      isAnew ||= !Object.hasOwn(nodes, path) || this.#countRetries(path);
      if (!isAnew) this.#read(path, touched);
    }
    return isAnew ? this.#readAll() : touched;
  }

  /**
   * Ids of the containers around a node, outermost first; none for one that the run has not met
   * inside of any.
   */
  containersOf(nodeId: string): readonly string[] {
    return this.#around.get(nodeId) ?? [];
  }

  /** Ids of the nodes that the run has met inside of a container, however deep. */
  insideOf(containerId: string): readonly string[] {
    return [...(this.#inside.get(containerId) ?? [])];
  }

  /** The state of a node: in the chosen iteration, or over all of them; undefined where it has not run. */
  stateOf(nodeId: string, chosen: ChosenIterations): NodeState | undefined {
    const { path, isOpen } = this.#resolve(nodeId, chosen);
    if (!isOpen) return stateAt(this.#nodes, path);
    const sum = this.#tallies.get(path)?.read().sum;
    const around = this.containersOf(nodeId).at(-1);
    // Between two iterations no node runs, but the container has not ended.
    const isGoingOn = around !== undefined && this.stateOf(around, chosen)?.status === 'running';
    return sum && isGoingOn && sum.finishedAt !== undefined ? this.#goingOn(sum) : sum;
  }

  /**
   * The counts of a node over all iterations; undefined when one is chosen, and outside containers.
   */
  nodeIterationsOf(nodeId: string, chosen: ChosenIterations): NodeIterations | undefined {
    const { path, isOpen } = this.#resolve(nodeId, chosen);
    return isOpen ? this.#tallies.get(path)?.read() : undefined;
  }

  /**
   * The path under which the log knows a node: in the selected iteration; else in the first that failed,
   * else in the newest.
   */
  pathOf(nodeId: string, chosen: ChosenIterations): string | undefined {
    let prefix = '';
    for (const containerId of this.containersOf(nodeId)) {
      const container = this.#containers.get(prefix + containerId);
      const list = container && this.#listOf(container);
      if (!container || !list) return undefined;
      const index = chosen.get(containerId) ?? list.firstFailed ?? list.newest;
      prefix = `${this.#latestPathOf(prefix + containerId, index)}/`;
    }
    return prefix + nodeId;
  }

  /**
   * The iterations of a container; undefined before the first, and for an inner container without a
   * chosen outer iteration.
   */
  listOf(containerId: string, chosen: ChosenIterations): IterationList | undefined {
    const { path, isOpen } = this.#resolve(containerId, chosen);
    const container = isOpen ? undefined : this.#containers.get(path);
    return container && this.#listOf(container);
  }

  #isDrawn(path: string): boolean {
    return !path.includes('/') || drawnPathOf(path, this.#isCall) === path;
  }

  #readAll(): ReadonlySet<string> {
    const paths = Object.keys(this.#nodes).filter((path) => path.includes('/') && this.#isDrawn(path));
    const touched = new Set([...this.#around.keys(), ...this.#inside.keys()]);
    this.#tallies = new Map();
    this.#containers = new Map();
    this.#retries = new Map();
    for (const path of paths) this.#countRetries(path);
    for (const path of paths) this.#read(path, touched);
    return touched;
  }

  /**
   * Counts the retries of the containers around a node.
   * @returns true when one has more than were known
   */
  #countRetries(path: string): boolean {
    let hasMore = false;
    for (const { containerPath, retries } of attemptsOf(path)) {
      if (retries <= (this.#retries.get(containerPath) ?? 0)) continue;
      this.#retries.set(containerPath, retries);
      hasMore = true;
    }
    return hasMore;
  }

  #read(path: string, touched: Set<string>): void {
    const state = stateAt(this.#nodes, path);
    const isOfLatestAttempt = attemptsOf(path).every(
      ({ containerPath, retries }) => retries === (this.#retries.get(containerPath) ?? 0),
    );
    if (!state || !isOfLatestAttempt) return;
    const nodeId = nodeIdOf(path);
    const iterations = iterationsOf(path);
    this.#meet(nodeId, iterations);
    for (let chosen = 0; chosen < iterations.length; chosen++) {
      const open = openPath(iterations, chosen, nodeId);
      const tally = this.#tallies.get(open) ?? new IterationTally(nodeId);
      this.#tallies.set(open, tally);
      tally.set(path, state);
    }
    this.#readIteration(path, nodeId, state);
    touched.add(nodeId);
    for (const { containerId } of iterations) touched.add(containerId);
  }

  #meet(nodeId: string, iterations: readonly Iteration[]): void {
    if (this.#around.has(nodeId)) return;
    const around = iterations.map(({ containerId }) => containerId);
    this.#around.set(nodeId, around);
    for (const containerId of around)
      this.#inside.set(containerId, (this.#inside.get(containerId) ?? new Set<string>()).add(nodeId));
  }

  #readIteration(path: string, nodeId: string, state: NodeState): void {
    const last = attemptsOf(path).at(-1);
    if (!last) return;
    const { containerPath, index } = last;
    const container = this.#containers.get(containerPath) ?? {
      iterations: new Map<number, IterationState>(),
      newest: index,
      list: undefined,
    };
    this.#containers.set(containerPath, container);
    const iteration = container.iterations.get(index) ?? { nodes: new Map<string, NodeState>(), status: 'running' as const };
    if (!container.iterations.has(index)) container.newest = index;
    container.iterations.set(index, iteration);
    iteration.nodes.set(nodeId, state);
    iteration.status = statusOf(iteration);
    container.list = undefined;
  }

  #listOf(container: Container): IterationList {
    if (container.list) return container.list;
    const counts = { running: 0, waiting: 0, succeeded: 0, failed: 0, cancelled: 0 };
    let firstFailed: number | undefined;
    for (const [index, { status }] of container.iterations) {
      counts[status]++;
      if (status === 'failed' && (firstFailed === undefined || index < firstFailed)) firstFailed = index;
    }
    container.list = { count: container.iterations.size, counts, firstFailed, newest: container.newest };
    return container.list;
  }

  #latestPathOf(containerPath: string, index: number): string {
    return iterationPathOf(containerPath, { index, retries: this.#retries.get(containerPath) ?? 0 });
  }

  /**
   * The path of a node in the chosen iterations, which is `isOpen` from the first container on of which
   * none is chosen.
   */
  #resolve(nodeId: string, chosen: ChosenIterations): { readonly path: string; readonly isOpen: boolean } {
    let prefix = '';
    let isOpen = false;
    for (const containerId of this.containersOf(nodeId)) {
      const index = isOpen ? undefined : chosen.get(containerId);
      if (index === undefined) {
        isOpen = true;
        prefix += `${containerId}[]/`;
        continue;
      }
      prefix = `${this.#latestPathOf(prefix + containerId, index)}/`;
    }
    return { path: prefix + nodeId, isOpen };
  }

  readonly #ongoing = new WeakMap<NodeState, NodeState>();

  #goingOn(sum: NodeState): NodeState {
    const known = this.#ongoing.get(sum);
    if (known) return known;
    const { finishedAt: _, ...rest } = sum;
    const made: NodeState = { ...rest, status: 'running' };
    this.#ongoing.set(sum, made);
    return made;
  }
}

function stateAt(nodes: RunState['nodes'], path: string): NodeState | undefined {
  return Object.hasOwn(nodes, path) ? nodes[path] : undefined;
}

type ContainerAttempt = Iteration & { readonly containerPath: string };

/** The iterations around a node, each with the path of its container. */
function attemptsOf(path: string): ContainerAttempt[] {
  const containers = containerPathsOf(path);
  return iterationsOf(path).map((iteration, at) => ({ ...iteration, containerPath: containers[at] ?? iteration.containerId }));
}

function iterationPathOf(containerPath: string, { index, retries }: Pick<Iteration, 'index' | 'retries'>): string {
  return iterationPath(containerPath, { index, attempt: retries + 1 });
}

/** `each[2]/inner[]/write`: the first iterations are chosen, the others are not. */
function openPath(iterations: readonly Iteration[], chosen: number, nodeId: string): string {
  const prefix = iterations.reduce(
    (path, iteration, at) =>
      `${at < chosen ? iterationPathOf(path + iteration.containerId, iteration) : `${path}${iteration.containerId}[]`}/`,
    '',
  );
  return nodePathIn(prefix.slice(0, -1), nodeId);
}

/** A handled failure does not end its iteration. */
function statusOf({ nodes }: IterationState): IterationStatus {
  const states = [...nodes.values()];
  const has = (status: NodeState['status']) => states.some((state) => state.status === status);
  if (states.some(({ status, ports }) => status === 'failed' && !ports?.includes('error'))) return 'failed';
  if (has('running')) return 'running';
  if (has('waiting')) return 'waiting';
  return has('cancelled') ? 'cancelled' : 'succeeded';
}
