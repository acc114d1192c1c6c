import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#lib/api/client.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import type { RandomSource } from '../random/random-source.ts';
import type { FlowKind } from './storm-flows.ts';

/** A run that the server has acknowledged, and what its follower saw over all its connections. */
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
/** Whether it talks or not, it is stopped then. */
const TALKS_WITHIN_MS = 5000;
const MAX_EVENTS_A_CONNECTION = 25;

/**
 * People and programs that use a server while everything around it breaks: they try again, and they
 * do things twice.
 */
export class StormClients {
  readonly runs: StormRun[] = [];
  /** Starts that became more than one run. */
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
   * Starts a run, twice at once, however often that has to be tried: whether a try that was not
   * answered has become a run or not, all of them are the same one.
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

  /** @returns the run; the first that is answered, where the other is not */
  async #startTwice(body: Parameters<Client['runDocument']>[0]['body'], key: string): Promise<string> {
    const start = () => this.#api.runDocument({ body, headers: { 'idempotency-key': key } }, { signal: this.#deadline });
    const answers = await Promise.allSettled([start(), start()]);
    const [first, second] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.runId] : []));
    if (first === undefined) throw new Error(`No start of ${key} was answered`);
    if (second !== undefined && second !== first) this.startedTwice.push(`${key} is ${first} and ${second}`);
    return first;
  }

  /** Resolves once so many more runs were acknowledged, or it took too long. */
  async startedMore(count: number): Promise<void> {
    const enough = this.runs.length + count;
    await this.#holds(() => this.runs.length >= enough);
  }

  /**
   * Resolves while a model talks to some run, so that what strikes now has something to break; or
   * it took too long.
   */
  async someTalk(): Promise<void> {
    await this.#holds(() => this.runs.some(({ seen }) => seen.at(-1)?.type === 'content'));
  }

  async #holds(condition: () => boolean): Promise<void> {
    const patience = AbortSignal.any([this.#deadline, AbortSignal.timeout(PATIENCE_MS)]);
    while (!condition() && !patience.aborted) await wait(PAUSE_MS);
  }

  /** Resolves when every run that was started has ended and was seen to its end. */
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

  /** Reads a few events, cuts the connection, and goes on behind the last one. */
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

  /** Whoever is asked says yes, twice at once; the first decision stands. */
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
