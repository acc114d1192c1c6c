import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ConfigOf } from '#lib/node-kit/define-node.ts';
import type { NodeError } from '#lib/run/run-event.ts';
import map from '#nodes/map/map.node.ts';
import { Waiting } from '../thread/waiting.ts';
import { bodyFailure } from './body-failure.ts';
import { type BodyOutcome, defineExecutor, type ExecutorContext } from './define-executor.ts';

const MAX_ITEMS = 10_000;

export default defineExecutor(map, async ({ config, context }) => {
  const passes = new MapPasses({ ...config, items: checkedItems(config.items) }, context);
  return { out: await passes.run() };
});

function checkedItems(items: unknown): readonly unknown[] {
  const path = 'config.items';
  if (!Array.isArray(items))
    throw new NodeFailure('items-not-list', `For each needs a list, and its items are ${describeJson(items)}`, {
      path,
      hint: 'Refer to a list, as in {{fetch.body.items}}',
    });
  if (items.length <= MAX_ITEMS) return items;
  throw new NodeFailure('items-too-many', `There are ${items.length} items; one node takes ${MAX_ITEMS}`, {
    path,
    hint: 'Take a part of them, or nest two of these nodes',
  });
}

function describeJson(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${String(value).slice(0, 80)}`;
}

type MapConfig = Omit<ConfigOf<typeof map>, 'items'> & { readonly items: readonly unknown[] };

type Failed = { readonly index: number; readonly error: NodeError };

/** The passes of one list: so many at once, the rest in turn. Those that wait for people give their place up, and go on when one has decided. */
class MapPasses {
  readonly #config: MapConfig;
  readonly #context: ExecutorContext;
  readonly #values: unknown[];
  /** Not begun, or to go on after a decision. */
  #todo: number[];
  readonly #waiting = new Set<number>();
  readonly #active = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  #decision: Promise<void> | undefined;
  #thrown: { readonly reason: unknown } | undefined;
  #failed: Failed | undefined;
  #won: { readonly value: unknown } | undefined;

  constructor(config: MapConfig, context: ExecutorContext) {
    this.#config = config;
    this.#context = context;
    this.#values = new Array(config.items.length).fill(null);
    this.#todo = config.items.map((_, index) => index);
  }

  async run(): Promise<unknown> {
    for (;;) {
      this.#startSome();
      if (this.#active.size === 0) break;
      await Promise.race([...this.#active.values(), ...(this.#waiting.size > 0 ? [this.#nextDecision()] : [])]);
    }
    if (this.#thrown) throw this.#thrown.reason;
    this.#context.signal.throwIfAborted();
    if (this.#won) return this.#won.value;
    if (this.#failed) throw bodyFailure(this.#failed.error, `Item ${this.#failed.index + 1} of ${this.#values.length}`);
    if (this.#waiting.size > 0) throw new Waiting();
    return this.#values;
  }

  get #isStopping(): boolean {
    return this.#stop.signal.aborted || this.#context.signal.aborted;
  }

  #startSome(): void {
    while (!this.#isStopping && this.#active.size < this.#config.concurrency) {
      const index = this.#todo.shift();
      if (index === undefined) return;
      this.#start(index);
    }
  }

  #start(index: number): void {
    this.#active.set(index, this.#pass(index));
  }

  async #pass(index: number): Promise<void> {
    const variables = { map: { item: this.#config.items[index], index } };
    const signal = AbortSignal.any([this.#context.signal, this.#stop.signal]);
    try {
      this.#end(index, await this.#context.runBody({ index, variables, signal }));
    } catch (thrown) {
      if (Waiting.is(thrown)) this.#waiting.add(index);
      else this.#thrown ??= { reason: thrown };
    } finally {
      this.#active.delete(index);
    }
  }

  #end(index: number, outcome: BodyOutcome): void {
    if (outcome.status === 'cancelled') return;
    const { onFailure } = this.#config;
    if (outcome.status === 'succeeded') {
      this.#values[index] = outcome.value;
      if (onFailure !== 'first') return;
      this.#won ??= outcome;
      this.#stopOthers('lost_race');
      return;
    }
    const { code, message } = outcome.error;
    this.#values[index] = { error: { code, message } };
    if (onFailure === 'settle') return;
    this.#failed ??= { index, error: outcome.error };
    if (onFailure === 'all') this.#stopOthers('body_failed');
  }

  /** Passes that wait are run once more: stopped now, each of their nodes gets its end. */
  #stopOthers(reason: 'lost_race' | 'body_failed'): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort(reason);
    this.#todo = [];
    for (const index of this.#waiting) this.#start(index);
    this.#waiting.clear();
  }

  #nextDecision(): Promise<void> {
    this.#decision ??= this.#context.nextDecision().then(() => {
      this.#decision = undefined;
      // Those without news wait again at once. They go on beside the others, so that none of them is left out by a stop.
      for (const index of this.#waiting) this.#start(index);
      this.#waiting.clear();
    });
    return this.#decision;
  }
}
