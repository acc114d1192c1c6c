import type { Client } from '#lib/api/client.ts';
import type { ContractInput, ContractOutput } from '#lib/api/define-contract.ts';
import type { listRuns } from '#lib/api/run-list.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { isTerminal } from '#lib/run/run-status.ts';

export type RunRow = ContractOutput<typeof listRuns>['items'][number];
export type RunRows = ContractOutput<typeof listRuns>;
export type RunQuery = NonNullable<ContractInput<typeof listRuns>['query']>;

export type RunsView = {
  readonly rows: readonly RunRow[];
  readonly nextCursor: string | null;
  /** Runs that began meanwhile and are held back, the newest first. */
  readonly held: readonly RunRow[];
  /** More runs started than fit on one page: only reloading the list avoids a gap. */
  readonly isGap: boolean;
  readonly isLoadingMore: boolean;
  /** Why the next page could not be had. */
  readonly problem: string | undefined;
  /** The server does not respond; polling continues. */
  readonly isLost: boolean;
};

type LiveRunsOptions = {
  readonly client: Pick<Client, 'listRuns'>;
  /** Called for each request: relative times move with the clock. */
  readonly queryNow: () => RunQuery;
  /** Whether rows may move: the user is not pointing at one. */
  readonly mayMove: () => boolean;
};

export const PAGE_ROWS = 50;
/** Maximum page size of the API. */
const ASKED_MAX = 100;

/**
 * A live list of runs: known rows update in place, new ones are added on top when the user is not
 * reading further down.
 */
export class LiveRuns {
  readonly #options: LiveRunsOptions;
  readonly #listeners = new Set<() => void>();
  #view: RunsView;
  #polling: Promise<void> | undefined;

  constructor(first: RunRows, options: LiveRunsOptions) {
    this.#options = options;
    this.#view = {
      rows: first.items,
      nextCursor: first.nextCursor,
      held: [],
      isGap: false,
      isLoadingMore: false,
      problem: undefined,
      isLost: false,
    };
  }

  readonly read = (): RunsView => this.#view;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Polls once; a call during a poll returns the same promise. */
  poll(): Promise<void> {
    this.#polling ??= this.#ask().finally(() => {
      this.#polling = undefined;
    });
    return this.#polling;
  }

  /** Adds the held back runs at the top. */
  readonly showHeld = (): void => {
    const { held, rows } = this.#view;
    // a gap would look as if nothing had run in between
    if (this.#view.isGap) this.#show({ rows: held, held: [], isGap: false, nextCursor: this.#gapCursor });
    else if (held.length > 0) this.#show({ rows: [...held, ...rows], held: [] });
  };

  /** Takes deleted runs out of the list. */
  remove(runIds: readonly string[]): void {
    for (const runId of runIds) this.#removed.add(runId);
    const { rows, held } = this.#view;
    this.#show({ rows: this.#kept(rows), held: this.#kept(held) });
  }

  /** Deleted runs, which a response that is on its way may still have. */
  readonly #removed = new Set<string>();

  #kept(rows: readonly RunRow[]): readonly RunRow[] {
    return rows.filter(({ runId }) => !this.#removed.has(runId));
  }

  #gapCursor: string | null = null;

  readonly loadMore = async (): Promise<void> => {
    const { nextCursor, isLoadingMore } = this.#view;
    if (nextCursor === null || isLoadingMore) return;
    this.#show({ isLoadingMore: true, problem: undefined });
    try {
      const page = await this.#options.client.listRuns({
        query: { ...this.#options.queryNow(), limit: PAGE_ROWS, cursor: nextCursor },
      });
      const known = new Set(this.#view.rows.map(({ runId }) => runId));
      const more = this.#kept(page.items).filter(({ runId }) => !known.has(runId));
      this.#show({ rows: [...this.#view.rows, ...more], nextCursor: page.nextCursor, isLoadingMore: false });
    } catch (error) {
      this.#show({ isLoadingMore: false, problem: errorMessage(error) });
    }
  };

  async #ask(): Promise<void> {
    try {
      const newest = await this.#options.client.listRuns({ query: { ...this.#options.queryNow(), limit: PAGE_ROWS } });
      this.#take(newest, await this.#askForUnfinished(newest));
    } catch {
      this.#show({ isLost: true });
    }
  }

  /** The state of unfinished runs that are not on the newest page. */
  async #askForUnfinished({ items }: RunRows): Promise<readonly RunRow[]> {
    const newestIds = new Set(items.map(({ runId }) => runId));
    const runIds = [...this.#view.held, ...this.#view.rows]
      .filter(({ runId, status }) => !isTerminal(status) && !newestIds.has(runId))
      .slice(0, ASKED_MAX)
      .map(({ runId }) => runId);
    if (runIds.length === 0) return [];
    return (await this.#options.client.listRuns({ query: { runIds: runIds.join(','), limit: ASKED_MAX } })).items;
  }

  #take(newest: RunRows, others: readonly RunRow[]): void {
    const latest = new Map([...newest.items, ...others].map((row) => [row.runId, row]));
    const rows = update(this.#view.rows, latest);
    const held = update(this.#view.held, latest);
    const known = new Set([...rows, ...held].map(({ runId }) => runId));
    const fresh = this.#kept(newest.items).filter(({ runId }) => !known.has(runId));
    const isGap = fresh.length > 0 && fresh.length === newest.items.length && newest.nextCursor !== null && known.size > 0;
    if (isGap) this.#gapCursor = newest.nextCursor;
    this.#show({
      rows,
      held: isGap ? this.#kept(newest.items) : [...fresh, ...held],
      isGap: isGap || this.#view.isGap,
      isLost: false,
    });
    if (this.#options.mayMove()) this.showHeld();
  }

  #show(change: Partial<RunsView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Updates rows in place; the same list if none changed. A row that no longer matches the filters stays. */
function update(rows: readonly RunRow[], latest: ReadonlyMap<string, RunRow>): readonly RunRow[] {
  const next = rows.map((row) => {
    const now = latest.get(row.runId);
    return now && JSON.stringify(now) !== JSON.stringify(row) ? now : row;
  });
  return next.some((row, index) => row !== rows[index]) ? next : rows;
}
