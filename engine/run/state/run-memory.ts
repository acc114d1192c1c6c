import { type LoggedMemoryChange, type Memory, mergeMemory, newMemory } from '#lib/run/memory.ts';
import { withoutIterations, withoutRetries } from '#lib/run/node-path.ts';
import type { RunEventOf } from '#lib/run/run-event.ts';
import type { SessionState } from '#lib/run/session-state.ts';
import { findNodeAt } from '#lib/workflow/called-workflows.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The structured memory of a run or session. Nodes that ended change it, in the order of the log. */
export class RunMemory {
  readonly #sessionId: string;
  readonly #byCall: Map<string, Memory>;
  readonly #callPath: string;

  constructor(
    sessionId: string,
    { byCall = new Map(), callPath = '' }: { byCall?: Map<string, Memory>; callPath?: string } = {},
  ) {
    this.#sessionId = sessionId;
    this.#byCall = byCall;
    this.#callPath = callPath;
  }

  /** That of a workflow that is called in this run: its own, empty at first. */
  within(callPath: string): RunMemory {
    return new RunMemory(this.#sessionId, { byCall: this.#byCall, callPath: withoutRetries(callPath) });
  }

  get current(): Memory {
    return this.#byCall.get(this.#callPath) ?? newMemory(this.#sessionId);
  }

  /** Continues from the turn before. */
  open(memories: SessionState['memories'] = {}): void {
    for (const [callPath, memory] of Object.entries(memories)) this.#byCall.set(callPath, memory);
  }

  /** What the next turn continues with: not what iterations wrote, of which there may be others then. */
  get kept(): SessionState['memories'] {
    const lasting = [...this.#byCall].filter(([callPath]) => withoutIterations(callPath) === callPath);
    return lasting.length === 0 ? undefined : Object.fromEntries(lasting);
  }

  apply(change: LoggedMemoryChange): void {
    this.#byCall.set(this.#callPath, mergeMemory(this.current, change));
  }

  /** @param opened the session at the beginning of the turn; undefined without one */
  static restore(
    sessionId: string,
    workflow: Workflow | undefined,
    { ended, opened }: { ended: readonly RunEventOf<'node_finished'>[]; opened: SessionState | undefined },
  ): RunMemory {
    const memory = new RunMemory(sessionId);
    memory.open(opened?.memories);
    for (const { nodeId, status, memory: change } of ended) {
      if (!change || status !== 'succeeded') continue;
      const callPath = workflow && findNodeAt(workflow, nodeId)?.callPath;
      (callPath === undefined ? memory : memory.within(callPath)).apply(change);
    }
    return memory;
  }
}
