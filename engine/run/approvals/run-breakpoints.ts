import type { RunCommand } from '#lib/ports/run-store.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { RunLog } from '../log/run-log.ts';

export type ContinueCommand = Extract<RunCommand, { kind: 'continue' }>;

/** What the log of a run says of its breakpoints. */
export type FoundBreakpoints = {
  readonly nodeIds: readonly string[];
  readonly isStepping: boolean;
  /** Paths of nodes it stood at and went on with. */
  readonly passed: ReadonlySet<string>;
  readonly standing: ReadonlySet<string>;
  /** Ids of the commands to go on that were obeyed. */
  readonly obeyed: ReadonlySet<string>;
};

/** Where a run stops for whoever looks at it. Lies in its log, so it is what every later process of the run finds. A node is stopped at before it starts, once. */
export class RunBreakpoints {
  readonly #log: RunLog;
  #nodeIds: ReadonlySet<string>;
  #isStepping: boolean;
  readonly #passed: Set<string>;
  readonly #standing: Set<string>;
  readonly #obeyed: Set<string>;
  /** Paths of nodes that may go on and have not begun. */
  readonly #news = new Set<string>();

  constructor(log: RunLog, found?: FoundBreakpoints) {
    this.#log = log;
    this.#nodeIds = new Set(found?.nodeIds);
    this.#isStepping = found?.isStepping ?? false;
    this.#passed = new Set(found?.passed);
    this.#standing = new Set(found?.standing);
    this.#obeyed = new Set(found?.obeyed);
  }

  /** Paths of the nodes before which it stands. */
  get standing(): ReadonlySet<string> {
    return this.#standing;
  }

  /** Whether a node that is about to start has to wait. Says so in the log when it is new. */
  stopsAt(path: string): boolean {
    if (!this.#isStepping && this.#nodeIds.size === 0 && this.#standing.size === 0) return false;
    if (this.#standing.has(path)) return true;
    if (this.#passed.has(path)) {
      this.#news.delete(path);
      return false;
    }
    if (!this.#isStepping && !this.#nodeIds.has(nodeIdOf(path))) return false;
    this.#standing.add(path);
    this.#log.emit({ type: 'breakpoint_reached', nodeId: path }, { isUrgent: true });
    return true;
  }

  /** It has ended without having started. */
  leave(path: string): void {
    this.#standing.delete(path);
  }

  hasNewsWithin(containerPath: string): boolean {
    for (const path of this.#news) if (path.startsWith(`${containerPath}[`)) return true;
    return false;
  }

  isNew({ commandId }: ContinueCommand): boolean {
    return !this.#obeyed.has(commandId);
  }

  /** Obeys a command, once. @returns whether anything goes on */
  goOn({ commandId, step, breakpoints }: ContinueCommand): boolean {
    if (this.#obeyed.has(commandId)) return false;
    this.#obeyed.add(commandId);
    const nodeIds = [...this.#standing];
    if (nodeIds.length === 0 && !breakpoints) return false;
    this.#log.emit(
      { type: 'run_continued', commandId, nodeIds, step, ...(breakpoints && { breakpoints: [...breakpoints] }) },
      { isUrgent: true },
    );
    if (breakpoints) this.#nodeIds = new Set(breakpoints);
    if (nodeIds.length > 0) this.#isStepping = step;
    this.#standing.clear();
    for (const path of nodeIds) {
      this.#passed.add(path);
      this.#news.add(path);
    }
    return nodeIds.length > 0;
  }
}
