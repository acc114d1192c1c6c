import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { RandomSource } from '../random/random-source.ts';
import type { FlowKind } from './storm-flows.ts';

/** A run that the server acknowledged, with the events that a client received over all connections. */
export type StormRun = {
  readonly runId: string;
  readonly key: string;
  readonly kind: FlowKind;
  readonly document: Workflow;
  readonly seen: PublicEvent[];
  connections: number;
};

const PAUSE_MS = 150;
const PATIENCE_MS = 15_000;
/** The run is stopped after this time, whether its model streams or not. */
const TALKS_WITHIN_MS = 5000;
const MAX_EVENTS_A_CONNECTION = 25;

/**
 * Clients that use a server during faults: they retry, and send requests twice.
 */
export class StormClients {
  readonly runs: StormRun[] = [];
  /** Starts that created more than one run. */
  readonly startedTwice: string[] = [];
  readonly #api: Client;
  readonly #random: RandomSource;
  readonly #deadline: AbortSignal;
  readonly #following: Promise<void>[] = [];

  constructor(api: Client, { random, deadline }: { random: RandomSource; deadline: AbortSignal }) {
    this.#api = api;
    this.#random = random;
    this.#deadline = deadline;
  }

  /**
   * Starts a run with two concurrent requests, and retries until acknowledged. All requests have the
   * same idempotency key, so they must create one run.
   */
  async start(kind: FlowKind, document: Workflow, key: string): Promise<StormRun> {
    for (;;) {
      try {
        const runId = await this.#startTwice({ document, inputs: { key }, mode: 'async' as const }, key);
        const run: StormRun = { runId, key, kind, document, seen: [], connections: 0 };
        this.runs.push(run);
        this.#following.push(this.#accompany(run));
        return run;
      } catch (error) {
        if (this.#deadline.aborted) throw error;
        await wait(PAUSE_MS);
      }
    }
  }

  /** @returns the run, from whichever request is answered */
  async #startTwice(body: Parameters<Client['runDocument']>[0]['body'], key: string): Promise<string> {
    const start = () => this.#api.runDocument({ body, headers: { 'idempotency-key': key } }, { signal: this.#deadline });
    const answers = await Promise.allSettled([start(), start()]);
    const [first, second] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.runId] : []));
    if (first === undefined) throw new Error(`No start of ${key} was answered`);
    if (second !== undefined && second !== first) this.startedTwice.push(`${key} is ${first} and ${second}`);
    return first;
  }

  /** Resolves once this many more runs were acknowledged, or after a timeout. */
  async startedMore(count: number): Promise<void> {
    const enough = this.runs.length + count;
    await this.#holds(() => this.runs.length >= enough);
  }

  /**
   * Resolves while a model streams to a run, so that a fault interrupts it, or after a timeout.
   */
  async someTalk(): Promise<void> {
    await this.#holds(() => this.runs.some(({ seen }) => seen.at(-1)?.type === 'content'));
  }

  async #holds(condition: () => boolean): Promise<void> {
    const patience = AbortSignal.any([this.#deadline, AbortSignal.timeout(PATIENCE_MS)]);
    while (!condition() && !patience.aborted) await wait(PAUSE_MS);
  }

  /** Resolves when every started run has ended and its client has received the end. */
  async allEnded(): Promise<void> {
    await Promise.all(this.#following);
  }

  async #accompany(run: StormRun): Promise<void> {
    const ended = new AbortController();
    const deciding = run.kind === 'called-off' ? this.#stopTwice(run) : this.#decideTwice(run, ended.signal);
    await this.#follow(run);
    ended.abort();
    await deciding;
  }

  /** Reads a few events, disconnects, and continues after the last one. */
  async #follow(run: StormRun): Promise<void> {
    while (!this.#deadline.aborted && !hasEnded(run)) {
      const connection = new AbortController();
      const most = 1 + this.#random.below(MAX_EVENTS_A_CONNECTION);
      const signal = AbortSignal.any([connection.signal, this.#deadline]);
      run.connections++;
      let count = 0;
      try {
        for await (const event of this.#api.streamEvents(run.runId, {
          afterSeq: run.seen.at(-1)?.seq ?? 0,
          signal,
          isFollowing: true,
        })) {
          run.seen.push(event);
          if (++count >= most) break;
        }
      } catch {
        await wait(PAUSE_MS);
      }
      connection.abort();
    }
  }

  /** Approves everything, with two concurrent requests; the first decision wins. */
  async #decideTwice({ runId, seen }: StormRun, ended: AbortSignal): Promise<void> {
    while (!ended.aborted && !this.#deadline.aborted) {
      await wait(PAUSE_MS * 2);
      if (!seen.some(({ type }) => type === 'confirm_required')) continue;
      const run = await this.#api.getRun({ params: { id: runId } }).catch(() => undefined);
      if (!run || isTerminal(run.status)) continue;
      const decide = (actionId: string) =>
        this.#api.decideApproval({ params: { id: runId, actionId }, body: { confirmed: true } });
      await Promise.allSettled(run.approvals.flatMap(({ actionId }) => [decide(actionId), decide(actionId)]));
    }
  }

  async #stopTwice(run: StormRun): Promise<void> {
    const talksBy = Date.now() + TALKS_WITHIN_MS;
    while (!run.seen.some(({ type }) => type === 'content') && Date.now() < talksBy) await wait(PAUSE_MS);
    while (!this.#deadline.aborted && !hasEnded(run)) {
      const stop = () => this.#api.stopRun({ params: { id: run.runId } });
      await Promise.allSettled([stop(), stop()]);
      await wait(PAUSE_MS * 4);
    }
  }
}

function hasEnded({ seen }: StormRun): boolean {
  const last = seen.at(-1);
  return last?.type === 'done' && last.status !== 'waiting';
}
