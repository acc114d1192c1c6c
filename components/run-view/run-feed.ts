import { ApiError } from '#lib/api/api-error.ts';
import type { Client } from '#lib/api/client.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import type { RunHistory } from '#lib/run/run-history.ts';
import { initialRunState, type RunState } from '#lib/run/run-state.ts';

/** The connection to the run's log. `ended`: the log is complete. */
export type Connection = 'loading' | 'live' | 'reconnecting' | 'ended' | 'not-found' | 'failed';

export type RunView = {
  readonly connection: Connection;
  readonly run: RunState;
  /**
   * All events so far. Appended in place, since copying a long log for each frame is slow;
   * `run.lastSeq` shows growth.
   */
  readonly events: readonly PublicEvent[];
  /** The run after any of the events; undefined until its code is loaded, before the first of them. */
  readonly history: RunHistory | undefined;
  /** Why the log cannot be read, while `connection` is `failed`. */
  readonly problem: string | undefined;
};

export const emptyRunView: RunView = {
  connection: 'loading',
  run: initialRunState,
  events: [],
  history: undefined,
  problem: undefined,
};

/** A batch of this size is catching up, not live: the rest is read without waiting for a frame. */
const CATCHING_UP_BYTES = 32_768;

export type RunFeedOptions = {
  readonly client: Pick<Client, 'streamEvents'>;
  /** Calls back when what has arrived is to be drawn. */
  readonly onNextFrame: (callback: () => void) => void;
};

/**
 * The growing log of a run: connects with the first subscriber, disconnects with the last, and
 * resumes where it stopped.
 */
export class RunFeed {
  readonly #runId: string;
  readonly #options: RunFeedOptions;
  readonly #listeners = new Set<() => void>();
  readonly #events: PublicEvent[] = [];
  #arrived: PublicEvent[] = [];
  /** Until what has arrived is drawn, no more is read: the browser gathers it, and it costs what one event does. */
  #drawn: PromiseWithResolvers<void> | undefined;
  #view: RunView;
  #reading: AbortController | undefined;

  constructor(runId: string, options: RunFeedOptions) {
    this.#runId = runId;
    this.#options = options;
    this.#view = { ...emptyRunView, events: this.#events };
  }

  readonly read = (): RunView => this.#view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#connect();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#reading?.abort();
      this.#reading = undefined;
    };
  };

  /** Reads on after a failure. */
  readonly retry = (): void => {
    this.#show({ connection: 'loading', problem: undefined });
    this.#connect();
  };

  #connect(): void {
    const { connection } = this.#view;
    if (this.#reading || connection === 'ended' || connection === 'failed' || connection === 'not-found') return;
    this.#reading = new AbortController();
    void this.#follow(this.#reading.signal);
  }

  async #follow(signal: AbortSignal): Promise<void> {
    try {
      await this.#loadHistory();
      this.#applyArrived();
      for await (const event of this.#options.client.streamEvents(this.#runId, {
        afterSeq: this.#view.run.lastSeq,
        signal,
        // The run may be resumed from anywhere: the page follows it.
        isFollowing: true,
        onConnect: () => this.#onConnect(),
        beforeRead: (readBytes) => (readBytes < CATCHING_UP_BYTES ? this.#drawn?.promise : undefined),
        onReconnect: () => this.#show({ connection: 'reconnecting' }),
      })) {
        if (signal.aborted) return;
        this.#arrived.push(event);
        if (this.#arrived.length > 1) continue;
        this.#drawn = Promise.withResolvers();
        this.#options.onNextFrame(() => this.#applyArrived());
      }
      this.#applyArrived();
      this.#end({ connection: 'ended' });
    } catch (error) {
      if (signal.aborted) return;
      this.#applyArrived();
      const isMissing = error instanceof ApiError && error.code === 'run-not-found';
      this.#end({
        connection: isMissing ? 'not-found' : 'failed',
        problem: errorMessage(error),
      });
    }
  }

  /** Pages that show no run do without the code that reads logs. */
  async #loadHistory(): Promise<void> {
    if (this.#view.history) return;
    const { RunHistory } = await import('#lib/run/run-history.ts');
    this.#view = { ...this.#view, history: new RunHistory(this.#events) };
  }

  /** A waiting run or a thinking model emits no events for long while the stream stays connected. */
  #onConnect(): void {
    if (this.#view.connection === 'reconnecting') this.#show({ connection: 'live' });
  }

  #end(change: Partial<RunView>): void {
    this.#reading = undefined;
    this.#show(change);
  }

  /** Everything that arrived since is one change. */
  #applyArrived(): void {
    this.#drawn?.resolve();
    this.#drawn = undefined;
    const { run, history } = this.#view;
    if (this.#arrived.length === 0 || !history) return;
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const event of arrived) this.#events.push(event);
    this.#show({ connection: 'live', run: history.extend(run, arrived) });
  }

  #show(change: Partial<RunView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
