import { createHash } from 'node:crypto';
import type { Effect } from '#engine/contract/define-executor.ts';
import { NodeSkipped } from '#engine/contract/node-skipped.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { RunLog } from '../log/run-log.ts';
import type { RunApprovals } from '../signals/run-approvals.ts';

/** What the log says of an effect: how it ended, or that it began, so many times, and nobody knows what became of it. */
export type LedgerEntry =
  | { readonly state: 'finished'; readonly result: unknown }
  | { readonly state: 'unknown'; readonly starts: number };

/** Entries of a run, by node and by key. */
export type LedgerEntries = ReadonlyMap<string, ReadonlyMap<string, LedgerEntry>>;

type Perform<T> = (call: { idempotencyKey: string }) => Promise<T>;
/** For whom an effect happens: a node's attempt, which may be over before the effect is. */
export type EffectOwner = {
  readonly nodeId: string;
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Called before the first thing that is written for it. */
  readonly announce: () => void;
};

/** Spec EN-11: what of a run happened outside. Lies in the run's log, so it is what every later process of the run finds. */
export class EffectLedger {
  readonly #log: RunLog;
  readonly #approvals: RunApprovals;
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #running = new Map<string, Promise<unknown>>();
  /** What finished when its attempt was over, so that the log does not say it yet. */
  readonly #untold = new Set<string>();
  /** What happens outside right now and must not happen twice. */
  readonly #unrepeatable = new Set<Promise<unknown>>();
  #isFrozen = false;

  constructor(log: RunLog, approvals: RunApprovals, found: LedgerEntries = new Map()) {
    this.#log = log;
    this.#approvals = approvals;
    for (const [nodeId, entries] of found) for (const [key, entry] of entries) this.#entries.set(idOf(nodeId, key), entry);
  }

  async run<T>(effect: Effect, owner: EffectOwner, perform: Perform<T>): Promise<T> {
    const id = idOf(owner.nodeId, effect.key);
    // An attempt whose time was over may have left it behind: what comes of it is the answer to this one, too.
    for (let left = this.#running.get(id); left; left = this.#running.get(id)) await left.catch(() => {});
    const entry = this.#entries.get(id);
    if (entry?.state === 'finished') return this.#handOn<T>(effect, owner, entry.result);
    // What an attempt goes on to do after its time is over is never begun.
    owner.signal.throwIfAborted();
    if (owner.isOver()) throw new SuspendedError();
    if (entry && !isRepeatable(effect)) {
      const told = this.#askAbout(effect, owner, entry.starts);
      if (told) return this.#takeFromPerson<T>(effect, owner, told.value);
    }
    if (this.#isFrozen) await untilAborted(owner.signal);
    const performed = this.#perform(effect, owner, perform).finally(() => this.#running.delete(id));
    this.#running.set(id, performed);
    if (!isRepeatable(effect)) this.#watch(performed);
    return performed;
  }

  /**
   * From here on nothing begins outside: the process is about to hand its runs over. Resolves when nothing happens any more of which the next one could not
   * know whether it did.
   */
  async freeze(): Promise<void> {
    this.#isFrozen = true;
    await Promise.allSettled(this.#unrepeatable);
  }

  #watch(performed: Promise<unknown>): void {
    this.#unrepeatable.add(performed);
    const forget = () => void this.#unrepeatable.delete(performed);
    performed.then(forget, forget);
  }

  discard({ nodeId }: Pick<EffectOwner, 'nodeId'>, key: string): void {
    if (!this.#entries.delete(idOf(nodeId, key))) return;
    this.#log.emit({ type: 'effect_discarded', nodeId, key });
  }

  async #perform<T>(effect: Effect, owner: EffectOwner, perform: Perform<T>): Promise<T> {
    const { key, kind, name } = effect;
    const { nodeId, signal } = owner;
    const id = idOf(nodeId, key);
    const idempotencyKey = this.#idempotencyKey(nodeId, key);
    owner.announce();
    this.#log.emit({ type: 'effect_started', nodeId, key, kind, name, isRepeatable: isRepeatable(effect), idempotencyKey });
    if (mayChange(effect)) await this.#log.committed();
    let result: T;
    try {
      signal.throwIfAborted();
      result = await perform({ idempotencyKey });
    } catch (error) {
      const end = endOf(error, effect);
      if (end && !owner.isOver()) this.#log.emit({ ...end, nodeId, key });
      this.#entries.delete(id);
      throw error;
    }
    this.#entries.set(id, { state: 'finished', result });
    this.#untold.add(id);
    // Nobody may write for an attempt that is over. Another one of its node does; to a later process the effect is unknown.
    if (!owner.isOver()) await this.#tell(effect, owner, result);
    return result;
  }

  /** What an effect gave, to another attempt of its node: as JSON has it, which is what a later process gets. */
  async #handOn<T>(effect: Effect, owner: EffectOwner, result: unknown): Promise<T> {
    if (this.#untold.has(idOf(owner.nodeId, effect.key)) && !owner.isOver()) await this.#tell(effect, owner, result);
    return JSON.parse(JSON.stringify(result ?? null));
  }

  async #tell(effect: Effect, { nodeId, announce }: EffectOwner, result: unknown): Promise<void> {
    const { key } = effect;
    announce();
    this.#log.emit({ type: 'effect_finished', nodeId, key, result: (result ?? null) as null }, { isUrgent: mayChange(effect) });
    this.#untold.delete(idOf(nodeId, key));
    if (mayChange(effect)) await this.#log.committed();
  }

  /** It counts as finished with what a person says came of it. */
  async #takeFromPerson<T>(effect: Effect, owner: EffectOwner, value: unknown): Promise<T> {
    owner.announce();
    const result = effect.fromPerson ? effect.fromPerson(value) : value;
    const id = idOf(owner.nodeId, effect.key);
    this.#entries.set(id, { state: 'finished', result });
    this.#untold.add(id);
    return this.#handOn<T>(effect, owner, result);
  }

  /**
   * It may have happened already, and doing it twice may do harm: a person says whether it is done again. Each time it was left open is asked about anew.
   * @returns what came of it, where the person says so; undefined when it is to be done again
   */
  #askAbout({ key, name }: Effect, owner: EffectOwner, starts: number): { readonly value: unknown } | undefined {
    const decision = this.#approvals.ask(owner, {
      key: `effect:${key}:${starts}`,
      kind: 'effect',
      tool: name,
      args: null,
      description: `The process ended while "${name}" was under way, and nobody knows whether it happened. Do it again?`,
    });
    if (!decision) throw new SuspendedError();
    if (decision.status === 'confirmed') return undefined;
    if (decision.status === 'skipped') throw new NodeSkipped();
    if (decision.status === 'rejected' && decision.args !== undefined) return { value: decision.args };
    throw new NodeFailure('effect-unknown', `Nobody knows whether "${name}" happened, and it was decided not to do it again`, {
      hint: decision.comment ?? 'Look there whether it happened',
    });
  }

  /** The same at every repetition, for a server that recognises one by it. */
  #idempotencyKey(nodeId: string, key: string): string {
    return createHash('sha256').update(`${this.#log.identity.runId}\n${nodeId}\n${key}`).digest('base64url').slice(0, 32);
  }
}

/** What the log is told of an effect that threw. One that waits for a person has not happened, and nobody is to be asked later whether it did. */
function endOf(
  error: unknown,
  effect: Effect,
): { type: 'effect_discarded' } | { type: 'effect_finished'; error: string } | undefined {
  if (!SuspendedError.is(error))
    return { type: 'effect_finished', error: (error as Error | undefined)?.message ?? String(error) };
  return isRepeatable(effect) ? undefined : { type: 'effect_discarded' };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

function mayChange({ effects }: Effect): boolean {
  return effects === 'write';
}

function isRepeatable({ isRepeatable: isSaid, effects }: Effect): boolean {
  return isSaid ?? effects !== 'write';
}

/** Node ids hold no space. */
function idOf(nodeId: string, key: string): string {
  return `${nodeId} ${key}`;
}
