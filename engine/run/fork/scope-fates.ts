import type { RunEventOf } from '#lib/run/run-event.ts';
import type { NodeReason } from '#lib/run/run-plan.ts';
import type { WorkflowEdge } from '#lib/workflow/workflow.ts';

/** What becomes of one node of a fork. `spreads`: what depends on it runs again. */
export type Fate = {
  readonly action: 'runs' | 'reused' | 'given';
  readonly because: NodeReason;
  readonly by?: string;
  readonly spreads: boolean;
};

export const REUSED: Fate = { action: 'reused', because: 'unchanged', spreads: false };

type Ended = RunEventOf<'node_finished'>;
const BROKEN_OFF: readonly (string | undefined)[] = ['run_failed', 'run_cancelled', 'body_failed', 'timed_out'];

/**
 * Whether a node ended by an unhandled failure, or because its run or iteration ended. A fork runs
 * it again.
 */
export function isInterrupted({ status, reason, fired, by }: Ended): boolean {
  if (status === 'failed') return fired === undefined;
  if (reason === 'lost_race') return by === undefined;
  return status === 'cancelled' || (status === 'skipped' && BROKEN_OFF.includes(reason));
}

/** The fates of the nodes of one scope, by id. */
export class ScopeFates {
  readonly #fates = new Map<string, Fate>();
  readonly #targets: ReadonlyMap<string, readonly string[]>;

  constructor(edges: readonly WorkflowEdge[]) {
    this.#targets = new Map(
      [...Map.groupBy(edges, ({ source }) => source)].map(([id, from]) => [id, from.map(({ target }) => target)]),
    );
  }

  get(id: string): Fate {
    return this.#fates.get(id) ?? REUSED;
  }

  get all(): ReadonlyMap<string, Fate> {
    return this.#fates;
  }

  /** Whether a change was requested: a node that merely had not ended changes nothing. */
  get hasChanges(): boolean {
    return [...this.#fates.values()].some(({ spreads }) => spreads);
  }

  /** Decides about a node, and with `spreads` about everything that depends on it. */
  set(id: string, fate: Fate): void {
    this.#fates.set(id, fate);
    if (fate.spreads) this.#spread(id);
  }

  #spread(from: string): void {
    const open = [from];
    for (let id = open.pop(); id !== undefined; id = open.pop())
      for (const target of this.#targets.get(id) ?? []) {
        const known = this.#fates.get(target);
        // A given value stays, and a node that runs again whole has marked its dependents already.
        if (known?.spreads && known.because !== 'contains') continue;
        this.#fates.set(target, { action: 'runs', because: 'depends', by: from, spreads: true });
        open.push(target);
      }
  }
}
