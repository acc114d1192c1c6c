import { type LoggedMemoryChange, type Memory, mergeMemory, newMemory } from '#lib/run/memory.ts';
import type { RunEventOf } from '#lib/run/run-event.ts';
import { findNodeAt } from '#lib/workflow/called-workflows.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The structured memory of a run. Nodes that ended change it, in the order of the log. */
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
    return new RunMemory(this.#sessionId, { byCall: this.#byCall, callPath });
  }

  get current(): Memory {
    return this.#byCall.get(this.#callPath) ?? newMemory(this.#sessionId);
  }

  apply(change: LoggedMemoryChange): void {
    this.#byCall.set(this.#callPath, mergeMemory(this.current, change));
  }

  static restore(sessionId: string, workflow: Workflow | undefined, ended: readonly RunEventOf<'node_finished'>[]): RunMemory {
    const memory = new RunMemory(sessionId);
    for (const { nodeId, status, memory: change } of ended) {
      if (!change || status !== 'succeeded') continue;
      const callPath = workflow && findNodeAt(workflow, nodeId)?.callPath;
      (callPath === undefined ? memory : memory.within(callPath)).apply(change);
    }
    return memory;
  }
}
