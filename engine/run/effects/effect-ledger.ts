import { createHash } from 'node:crypto';
import type { Effect } from '#engine/contract/define-executor.ts';
import { NodeSkipped } from '#engine/contract/node-skipped.ts';
import { SuspendedError } from '#engine/contract/suspended-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { withoutRetries } from '#lib/run/node-path.ts';
import type { RunLog } from '../log/run-log.ts';
import type { RunApprovals } from '../signals/run-approvals.ts';

/** The state of an effect by the log: finished, or started so many times with unknown outcome. */
export type LedgerEntry =
  | { readonly state: 'finished'; readonly result: unknown }
  | { readonly state: 'unknown'; readonly starts: number };

/** Entries of a run, by node and by key. */
export type LedgerEntries = ReadonlyMap<string, ReadonlyMap<string, LedgerEntry>>;

type Perform<T> = (call: { idempotencyKey: string }) => Promise<T>;
/** The attempt of a node that runs an effect. It may end before the effect. */
export type EffectOwner = {
  readonly nodeId: string;
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Called before the first thing that is written for it. */
  readonly announce: () => void;
};

/** The side effects of a run, restored from its log by every later process. */
export class EffectLedger {
  readonly #log: RunLog;
  readonly #approvals: RunApprovals;
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #running = new Map<string, Promise<unknown>>();
  /** What finished when its attempt was over, so that the log does not say it yet. */
  readonly #unlogged = new Set<string>();
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
    // An attempt whose time was over may have left it behind: what comes of it is the answer to
    // this one, too.
    for (let left = this.#running.get(id); left; left = this.#running.get(id)) await left.catch(() => {});
    const entry = this.#entries.get(id);
    if (entry?.state === 'finished') return this.#reuseResult<T>(effect, owner, entry.result);
    // An attempt must not start effects after its timeout.
    owner.signal.throwIfAborted();
    if (owner.isOver()) throw new SuspendedError();
    if (entry && !isRepeatable(effect)) {
      const decided = this.#askAbout(effect, owner, entry.starts);
      if (decided) return this.#takeFromPerson<T>(effect, owner, decided.value);
    }
    if (this.#isFrozen) await untilAborted(owner.signal);
    const performed = this.#perform(effect, owner, perform).finally(() => this.#running.delete(id));
    this.#running.set(id, performed);
    if (!isRepeatable(effect)) this.#watch(performed);
    return performed;
  }

  /** The stored result of a finished effect; undefined for any other. */
  resultOf(nodeId: string, key: string): unknown {
    const entry = this.#entries.get(idOf(nodeId, key));
    return entry?.state === 'finished' ? entry.result : undefined;
  }

  /** The stored results of the finished effects of a node whose keys begin with this. */
  resultsOf(nodeId: string, prefix: string): unknown[] {
    const start = idOf(nodeId, prefix);
    return [...this.#entries].flatMap(([id, entry]) =>
      id.startsWith(start) && entry.state === 'finished' ? [entry.result] : [],
    );
  }

  /**
   * No effect begins any more: the process is about to hand its runs over. Resolves when no effect
   * is in progress whose outcome the next process could not know.
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
    this.#unlogged.add(id);
    // If the attempt has ended, a later one logs the result. Until then the effect is unknown to
    // later processes.
    if (!owner.isOver()) await this.#logResult(effect, owner, result);
    return result;
  }

  /**
   * The result of an effect for another attempt of its node, converted through JSON like for a later
   * process.
   */
  async #reuseResult<T>(effect: Effect, owner: EffectOwner, result: unknown): Promise<T> {
    if (this.#unlogged.has(idOf(owner.nodeId, effect.key)) && !owner.isOver()) await this.#logResult(effect, owner, result);
    return JSON.parse(JSON.stringify(result ?? null));
  }

  async #logResult(effect: Effect, { nodeId, announce }: EffectOwner, result: unknown): Promise<void> {
    const { key } = effect;
    announce();
    this.#log.emit({ type: 'effect_finished', nodeId, key, result: (result ?? null) as null }, { isUrgent: mayChange(effect) });
    this.#unlogged.delete(idOf(nodeId, key));
    if (mayChange(effect)) await this.#log.committed();
  }

  /** The effect counts as finished with the result that a person entered. */
  async #takeFromPerson<T>(effect: Effect, owner: EffectOwner, value: unknown): Promise<T> {
    owner.announce();
    const result = effect.fromPerson ? effect.fromPerson(value) : value;
    const id = idOf(owner.nodeId, effect.key);
    this.#entries.set(id, { state: 'finished', result });
    this.#unlogged.add(id);
    return this.#reuseResult<T>(effect, owner, result);
  }

  /**
   * An unknown effect whose repetition may do harm needs a decision, a new one for each time it
   * became unknown.
   * @returns the result that the person gave; undefined to repeat it
   */
  #askAbout(
    { key, name, toolCallId, parent }: Effect,
    owner: EffectOwner,
    starts: number,
  ): { readonly value: unknown } | undefined {
    const decision = this.#approvals.ask(owner, {
      key: `effect:${key}:${starts}`,
      kind: 'effect',
      tool: name,
      ...(toolCallId !== undefined && { toolCallId }),
      ...(parent && { parent }),
      args: null,
      description: `The process ended during "${name}", and it is unknown whether it happened. Repeat it?`,
    });
    if (!decision) throw new SuspendedError();
    if (decision.status === 'confirmed') return undefined;
    if (decision.status === 'skipped') throw new NodeSkipped();
    if (decision.status === 'rejected' && decision.args !== undefined) return { value: decision.args };
    throw new NodeFailure('effect-unknown', `It is unknown whether "${name}" happened, and it was decided not to repeat it`, {
      hint: decision.comment ?? 'Look there whether it happened',
    });
  }

  /** The same at every repetition, for a server that recognises one by it. */
  #idempotencyKey(nodeId: string, key: string): string {
    return createHash('sha256')
      .update(`${this.#log.identity.runId}\n${withoutRetries(nodeId)}\n${key}`)
      .digest('base64url')
      .slice(0, 32);
  }
}

/** The event of an effect that threw. A suspended one has not happened, so its outcome is not unknown. */
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

/** One for all attempts of the containers around the node. Node ids hold no space. */
function idOf(nodeId: string, key: string): string {
  return `${withoutRetries(nodeId)} ${key}`;
}
