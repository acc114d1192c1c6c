import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ApprovalAsk, NodeRow, RunBatch, RunIdentity } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import { type NewRunEvent, RUN_EVENT_VERSION, type StoredEvent, type TokenUsage } from '#lib/run/run-event.ts';

/**
 * Maximum size of one event, in characters of JSON. A larger one would stall all runs that share
 * its commit.
 */
const MAX_EVENT_CHARS = 16 * 1024 * 1024;
/** A run with more characters than this to store waits before it continues. */
const MUCH_PENDING_CHARS = 2 * 1024 * 1024;
/** Maximum size of the inputs or the outputs of a run, which leaves room in their event for its other fields. */
export const MAX_VALUES_CHARS = MAX_EVENT_CHARS - 100_000;

export type Urgency = boolean | 'for-readers';

/** Stores the events of logs. */
export interface Committer {
  /**
   * The log has events to store. `isUrgent`: at the next turn of the event loop; otherwise at the flush interval.
   * `for-readers`: urgent if the run has a reader.
   */
  touch(log: RunLog, isUrgent: Urgency): void;
}

/** Rows stored in the transaction of an event. */
export type CommitExtras = {
  /**
   * Commits at the next turn of the loop instead of a few milliseconds later; `for-readers`: only if the run has a
   * reader.
   */
  readonly isUrgent?: Urgency;
  readonly row?: NodeRow | undefined;
  readonly ask?: ApprovalAsk;
  /** Id of the approval whose decision this event applies. */
  readonly consumed?: string;
  /** Ids of approvals that this event makes void. */
  readonly withdrawn?: readonly string[];
};

type Head = Pick<RunBatch, 'status' | 'reason' | 'outputs' | 'error' | 'turnEnd' | 'tokensUsed' | 'costUsd' | 'isCostPartial'>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The ordered log of one run: numbers events, batches them with their rows, and tracks what is
 * stored.
 */
export class RunLog {
  readonly identity: RunIdentity;
  /** What the run's row will say with the next commit. */
  readonly head: Mutable<Head> = {
    status: 'running',
    reason: null,
    outputs: null,
    error: null,
    turnEnd: null,
    tokensUsed: 0,
    costUsd: null,
    isCostPartial: false,
  };
  /** A batch of this log is being stored. The next one must wait for it. */
  isInFlight = false;
  readonly #leaseToken: number;
  readonly #committer: Committer;
  readonly #clock: Pick<Clock, 'now'>;
  #events: StoredEvent[] = [];
  #pendingChars = 0;
  #rows: NodeRow[] = [];
  #asks: ApprovalAsk[] = [];
  #consumed: string[] = [];
  #withdrawn: string[] = [];
  #seq: number;
  #committedSeq: number;
  /** `seq` of the last event that came with a row. */
  #lastRowSeq = 0;
  #failure: Error | undefined;
  #waiters: { seq: number; resolve: () => void; reject: (error: Error) => void }[] = [];
  readonly #onFailure: (error: Error) => void;

  constructor(options: {
    identity: RunIdentity;
    leaseToken: number;
    lastSeq: number;
    committer: Committer;
    clock: Pick<Clock, 'now'>;
    onFailure: (error: Error) => void;
  }) {
    this.identity = options.identity;
    this.#leaseToken = options.leaseToken;
    this.#committer = options.committer;
    this.#clock = options.clock;
    this.#onFailure = options.onFailure;
    this.#seq = options.lastSeq;
    this.#committedSeq = options.lastSeq;
  }

  /** Characters of JSON that wait to be stored. */
  get pendingChars(): number {
    return this.#pendingChars;
  }

  /**
   * A promise that ends once everything emitted so far is stored or could not be, if that is much: large values
   * then neither pile up in memory nor are written all in one turn of the event loop.
   */
  whenMuchIsPending(): Promise<void> | undefined {
    return this.#pendingChars > MUCH_PENDING_CHARS ? this.committed().catch(() => {}) : undefined;
  }

  /** A promise that ends once the results of nodes with effects are stored or could not be, if one of them is not. */
  whenResultsAreStored(): Promise<void> | undefined {
    return this.#lastRowSeq > this.#committedSeq ? this.committed().catch(() => {}) : this.whenMuchIsPending();
  }

  /** At least one event is stored: the run exists. */
  get isStored(): boolean {
    return this.#committedSeq > 0;
  }

  get failure(): Error | undefined {
    return this.#failure;
  }

  /**
   * @returns its position; undefined if nothing is logged any more
   * @throws {NodeFailure} `output-too-large`; nothing of the event is written
   */
  emit(
    event: NewRunEvent,
    { isUrgent = false, row, ask, consumed, withdrawn }: CommitExtras = {},
  ): { seq: number; at: number } | undefined {
    if (this.#failure) return undefined;
    const seq = this.#seq + 1;
    const at = this.#clock.now();
    const json = JSON.stringify({ seq, at, v: RUN_EVENT_VERSION[event.type], ...event });
    if (json.length > MAX_EVENT_CHARS) {
      throw new NodeFailure(
        'output-too-large',
        `A value of ${json.length} characters is more than the ${MAX_EVENT_CHARS} that one event may hold`,
        {
          hint: 'Pass on a part of it, or fewer values at once',
        },
      );
    }
    this.#pendingChars += json.length;
    this.#seq = seq;
    this.#events.push({ seq, type: event.type, json });
    if (row) {
      this.#rows.push(row);
      this.#lastRowSeq = seq;
    }
    if (ask) this.#asks.push(ask);
    if (consumed !== undefined) this.#consumed.push(consumed);
    if (withdrawn) this.#withdrawn.push(...withdrawn);
    this.#committer.touch(this, isUrgent);
    return { seq, at };
  }

  /** Usage of model calls that the run's row has from the next commit on. */
  spend({ totalTokens, costUsd, isCostPartial = false }: TokenUsage): void {
    Object.assign(this.head, { tokensUsed: totalTokens, costUsd: costUsd ?? null, isCostPartial });
  }

  /** Everything not yet handed out. @throws never; an empty log gives a batch without events */
  take(): RunBatch {
    const batch = {
      ...this.identity,
      leaseToken: this.#leaseToken,
      ...this.head,
      events: this.#events,
      rows: this.#rows,
      approvals: this.#asks,
      consumedApprovals: this.#consumed,
      withdrawnApprovals: this.#withdrawn,
    };
    this.#empty();
    this.isInFlight = true;
    return batch;
  }

  /** The batch taken last is stored, or could not be. A log that failed once stores nothing more. */
  settle(failure?: Error): void {
    this.isInFlight = false;
    if (failure) this.#end(failure);
    if (this.#failure) return;
    this.#committedSeq = this.#seq - this.#events.length;
    const due = this.#waiters.filter((waiter) => waiter.seq <= this.#committedSeq);
    this.#waiters = this.#waiters.filter((waiter) => waiter.seq > this.#committedSeq);
    for (const waiter of due) waiter.resolve();
    if (this.#events.length > 0) this.#committer.touch(this, this.#waiters.length > 0);
  }

  /** Logs nothing more. A later process resumes the run from what is stored. */
  close(): void {
    this.#end(new AppError('unavailable', 'The server is shutting down; the run resumes when it starts again'));
  }

  /** Another process has the run: nothing more of it is done here. */
  lose(): void {
    this.#end(leaseLost(this.identity.runId));
  }

  #end(failure: Error): void {
    if (this.#failure) return;
    this.#failure = failure;
    this.#empty();
    for (const waiter of this.#waiters.splice(0)) waiter.reject(failure);
    this.#onFailure(failure);
  }

  #empty(): void {
    this.#events = [];
    this.#pendingChars = 0;
    this.#rows = [];
    this.#asks = [];
    this.#consumed = [];
    this.#withdrawn = [];
  }

  /** Resolves once everything emitted so far is stored. @throws what kept it from being stored */
  committed(): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#committedSeq >= this.#seq) return Promise.resolve();
    // Otherwise all of it is in the commit in flight.
    if (this.#events.length > 0) this.#committer.touch(this, true);
    return new Promise((resolve, reject) => this.#waiters.push({ seq: this.#seq, resolve, reject }));
  }
}

export function leaseLost(runId: string): AppError {
  return new AppError('lease-lost', `Run ${runId} is held by another process or has ended; nothing more of it is stored here`, {
    details: { runId },
  });
}
