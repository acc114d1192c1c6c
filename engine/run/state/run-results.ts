import { nodePathIn, withoutRetries } from '#lib/run/node-path.ts';
import type { TokenUsage } from '#lib/run/run-event.ts';
import type { SessionState } from '#lib/run/session-state.ts';
import type { NodeResult, Outcome, Results } from './node-result.ts';

/**
 * A node that has started, has not ended and is not being executed here: it is suspended, or its
 * process was lost.
 */
export type StartedNode = {
  readonly attempt: number;
  /** It is suspended, or has finished effects: it resumes instead of starting over. */
  readonly resumes: boolean;
  /** What its model and tool calls used so far. */
  readonly usage: TokenUsage;
  readonly llmCalls: number;
  readonly toolCalls: number;
};

type FoundResults = {
  readonly ended: ReadonlyMap<string, NodeResult>;
  readonly started: ReadonlyMap<string, StartedNode>;
  readonly moments: ReadonlyMap<string, number>;
  readonly sessionAt: ReadonlyMap<string, SessionState>;
  readonly replies: ReadonlyMap<string, string>;
};

/** What became of a run's nodes so far, by path. */
export class RunResults {
  /** Nodes that ended, in the order of the log, those of earlier processes included: never executed again. */
  readonly ended: Results;
  /** Nodes being executed. A later pass over the plan joins them. */
  readonly running = new Map<string, Promise<Outcome>>();
  readonly started: Map<string, StartedNode>;
  /** What `now()` gives in nodes that have read it, by path without retries. */
  readonly moments: Map<string, number>;
  /** What the session knew when a node started that has read it. */
  readonly sessionAt: Map<string, SessionState>;
  /** What `reply` nodes said, by their path, in the order of the log. */
  readonly replies: Map<string, string>;
  readonly #suspended = new Set<string>();
  /** Paths of ended nodes within an iteration, at any depth, by its path without retries. Made on first use. */
  #inside: Map<string, string[]> | undefined;
  /** How many calls of a workflow as a tool a node has made, by both. */
  readonly #calls = new Map<string, number>();

  constructor({ ended, started, moments, sessionAt, replies }: FoundResults) {
    this.sessionAt = new Map(sessionAt);
    this.replies = new Map(replies);
    this.ended = new Map(ended);
    this.started = new Map(started);
    this.moments = new Map(moments);
  }

  get hasSuspended(): boolean {
    return this.#suspended.size > 0;
  }

  isSuspended(path: string): boolean {
    return this.#suspended.has(path);
  }

  /**
   * The number of the next call, from 0.
   * @param before numbers of the calls that earlier processes made
   */
  nextCall(id: string, before: readonly unknown[]): number {
    const known = this.#calls.get(id) ?? before.reduce<number>((most, index) => Math.max(most, Number(index) + 1), 0);
    this.#calls.set(id, known + 1);
    return known;
  }

  end(path: string, result: NodeResult): void {
    this.ended.set(path, result);
    this.#suspended.delete(path);
    if (this.#inside) addInside(this.#inside, path);
  }

  /** Paths of the nodes that have ended within an iteration in any attempt, in the order of their ends. */
  endedInside(iteration: string): readonly string[] {
    if (!this.#inside) {
      this.#inside = new Map();
      for (const path of this.ended.keys()) addInside(this.#inside, path);
    }
    return this.#inside.get(withoutRetries(iteration)) ?? [];
  }

  /** Whether a node of an iteration has started, in any attempt. */
  hasReached(iteration: string): boolean {
    const prefix = nodePathIn(withoutRetries(iteration), '');
    const isInside = (path: string) => withoutRetries(path).startsWith(prefix);
    return this.endedInside(iteration).length > 0 || this.started.keys().some(isInside);
  }

  /** One that never started waits for a source that is suspended, and is not suspended itself. */
  suspend(path: string): void {
    if (this.started.has(path)) this.#suspended.add(path);
  }
}

function addInside(inside: Map<string, string[]>, path: string): void {
  const key = withoutRetries(path);
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
    const iteration = key.slice(0, end);
    const members = inside.get(iteration);
    if (members) members.push(path);
    else inside.set(iteration, [path]);
  }
}
