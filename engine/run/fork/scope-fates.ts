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

/** Whether a node came to its end by a failure that nobody handled, or since the run or its pass ended around it. A fork runs it again. */
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

  /** Whether somebody asked for something else than was: what had only not ended changes nothing. */
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
        // A value that is given stays, and what runs again whole already has told those behind it.
        if (known?.spreads && known.because !== 'contains') continue;
        this.#fates.set(target, { action: 'runs', because: 'depends', by: from, spreads: true });
        open.push(target);
      }
  }
}
