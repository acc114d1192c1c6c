import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '#lib/errors/app-error.ts';
import type { RunService, StartedRun, StartRun } from '#lib/ports/run-service.ts';
import type { NewId } from '#lib/ports/runtime.ts';
import type { KeyedStart, StartStore } from '../../db/stores/start-store.ts';

/** Poll interval for a run that another process is storing, in milliseconds. */
const LOOK_EVERY_MS = 100;
/** Longer than a start that its process left is waited for, in milliseconds. */
const MAX_WAIT_MS = 30_000;

/** How long clients repeat a request without an answer, in seconds: twice, after ten minutes each. */
const REPEATED_WITHIN_S = 25 * 60;

type Repeatable = {
  /** The target of the start: `run/{slug}`, `workflows/{id}`. */
  readonly scope: string;
  readonly body: unknown;
};
/** What a request that may come more than once says of itself: a key, or how often it came before with this body. */
export type Once = Repeatable & ({ readonly key: string } | { readonly repeats: number });

/**
 * Started by this request or by one before it, which may have been in another process, or another
 * life of this one.
 */
export type StartedOnce = {
  readonly runId: string;
  readonly isReplayed: boolean;
  /** Missing for a run that is stored: this process may know nothing of it. */
  readonly started?: StartedRun;
};

type Starts = { readonly runs: Pick<RunService, 'start'>; readonly store: StartStore; readonly newId: NewId };

/** One run for each Idempotency-Key, in all processes. */
export class StartOnce {
  readonly #starts: Starts;
  /** Those that are not stored yet: who asks for one in this process gets the same. */
  readonly #underWay = new Map<string, Promise<StartedRun>>();

  constructor(starts: Starts) {
    this.#starts = starts;
  }

  /**
   * @throws {AppError} `idempotency-key-reused`, and whatever a start throws, after which the key
   * is as new
   */
  async start(run: StartRun, once: Once): Promise<StartedOnce> {
    const bodyHash = hashOf(once.body);
    const key = 'key' in once ? once.key : bodyHash;
    const asked: KeyedStart = { workspaceId: run.workspaceId, scope: once.scope, key, bodyHash };
    const requestKey = JSON.stringify(Object.values(asked));
    if ('repeats' in once && once.repeats === 0) return this.#startFirst(run, { asked, requestKey });
    if ('repeats' in once) await this.#starts.store.forget(asked, REPEATED_WITHIN_S);
    for (const sinceMs = performance.now(); performance.now() - sinceMs < MAX_WAIT_MS; await wait(LOOK_EVERY_MS)) {
      const underWay = this.#underWay.get(requestKey);
      if (underWay) return foundAs(await underWay, { isReplayed: true });
      const found = await this.#claimAndStart(run, { asked, requestKey });
      if (found) return found;
    }
    throw new AppError('unavailable', `Another request with the Idempotency-Key ${key} is starting the run. Retry in a moment.`);
  }

  /** Anyone may send the same body again at any time: only a request that repeats this one gets its run. */
  async #startFirst(run: StartRun, { asked, requestKey }: { asked: KeyedStart; requestKey: string }): Promise<StartedOnce> {
    const runId = this.#starts.newId('run');
    await this.#starts.store.note(asked, runId);
    return foundAs(await this.#startHere(run, { runId, requestKey }), { isReplayed: false });
  }

  #startHere(run: StartRun, { runId, requestKey }: { runId: string; requestKey: string }): Promise<StartedRun> {
    const starting = this.#startAs(runId, run);
    this.#underWay.set(requestKey, starting);
    const forget = () => {
      if (this.#underWay.get(requestKey) === starting) this.#underWay.delete(requestKey);
    };
    starting.then(({ accepted }) => accepted).then(forget, forget);
    return starting;
  }

  /** @returns undefined while another process is starting it */
  async #claimAndStart(
    run: StartRun,
    { asked, requestKey }: { asked: KeyedStart; requestKey: string },
  ): Promise<StartedOnce | undefined> {
    const { store, newId } = this.#starts;
    const { is, runId } = await store.claim(asked, newId('run'));
    if (is === 'stored') return { runId, isReplayed: true };
    if (is === 'pending') return undefined;
    return foundAs(await this.#startHere(run, { runId, requestKey }), { isReplayed: false });
  }

  async #startAs(runId: string, run: StartRun): Promise<StartedRun> {
    const { runs, store } = this.#starts;
    try {
      return await runs.start({ ...run, runId });
    } catch (error) {
      await store.release(run.workspaceId, runId).catch(() => {});
      throw error;
    }
  }
}

function foundAs(started: StartedRun, { isReplayed }: { isReplayed: boolean }): StartedOnce {
  return { runId: started.runId, isReplayed, started };
}

function hashOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
