import type { RunCommand } from '#lib/ports/run-store.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { RunLog } from '../log/run-log.ts';

export type ContinueCommand = Extract<RunCommand, { kind: 'continue' }>;

/** What the log of a run says of its breakpoints. */
export type FoundBreakpoints = {
  readonly nodeIds: readonly string[];
  readonly isStepping: boolean;
  /** Paths of nodes it paused at and continued from. */
  readonly passed: ReadonlySet<string>;
  readonly pausedAt: ReadonlySet<string>;
  /** Ids of the applied commands. */
  readonly applied: ReadonlySet<string>;
};

/**
 * The breakpoints of a run. They are in its log, so a later process finds them. A run pauses before
 * a node once.
 */
export class RunBreakpoints {
  readonly #log: RunLog;
  #nodeIds: ReadonlySet<string>;
  #isStepping: boolean;
  readonly #passed: Set<string>;
  readonly #pausedAt: Set<string>;
  readonly #applied: Set<string>;
  /** Paths of nodes that may start and have not. */
  readonly #pending = new Set<string>();

  constructor(log: RunLog, found?: FoundBreakpoints) {
    this.#log = log;
    this.#nodeIds = new Set(found?.nodeIds);
    this.#isStepping = found?.isStepping ?? false;
    this.#passed = new Set(found?.passed);
    this.#pausedAt = new Set(found?.pausedAt);
    this.#applied = new Set(found?.applied);
  }

  /** Paths of the nodes before which the run is paused. */
  get pausedAt(): ReadonlySet<string> {
    return this.#pausedAt;
  }

  /** Whether a node that is about to start has to wait. Logs the pause when it is new. */
  pausesAt(path: string): boolean {
    if (!this.#isStepping && this.#nodeIds.size === 0 && this.#pausedAt.size === 0) return false;
    if (this.#pausedAt.has(path)) return true;
    if (this.#passed.has(path)) {
      this.#pending.delete(path);
      return false;
    }
    if (!this.#isStepping && !this.#nodeIds.has(nodeIdOf(path))) return false;
    this.#pausedAt.add(path);
    this.#log.emit({ type: 'breakpoint_reached', nodeId: path }, { isUrgent: true });
    return true;
  }

  /** The node ended without having started. */
  clear(path: string): void {
    this.#pausedAt.delete(path);
  }

  hasPendingWithin(containerPath: string): boolean {
    for (const path of this.#pending) if (path.startsWith(`${containerPath}[`)) return true;
    return false;
  }

  isNew({ commandId }: ContinueCommand): boolean {
    return !this.#applied.has(commandId);
  }

  /** Applies a command once. @returns whether any node resumes */
  apply({ commandId, step, breakpoints }: ContinueCommand): boolean {
    if (this.#applied.has(commandId)) return false;
    this.#applied.add(commandId);
    const nodeIds = [...this.#pausedAt];
    if (nodeIds.length === 0 && !breakpoints) return false;
    this.#log.emit(
      { type: 'run_continued', commandId, nodeIds, step, ...(breakpoints && { breakpoints: [...breakpoints] }) },
      { isUrgent: true },
    );
    if (breakpoints) this.#nodeIds = new Set(breakpoints);
    if (nodeIds.length > 0) this.#isStepping = step;
    this.#pausedAt.clear();
    for (const path of nodeIds) {
      this.#passed.add(path);
      this.#pending.add(path);
    }
    return nodeIds.length > 0;
  }
}
