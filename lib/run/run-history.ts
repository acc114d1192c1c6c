import type { PublicEvent } from './public-event.ts';
import { reduceRunEvents } from './reduce-run.ts';
import { initialRunState, type RunState } from './run-state.ts';

/**
 * Events between two states that are kept. A state shares with the one before all nodes nothing
 * happened to.
 */
const EVENTS_PER_STATE = 500;

/**
 * A run at any of its events. Snapshots at even distances make each state cheap to find, and are
 * created on demand: the end of a long run costs one reading of it.
 */
export class RunHistory {
  readonly #events: readonly PublicEvent[];
  /** After none, 500, 1,000… events. */
  readonly #kept: RunState[] = [initialRunState];

  /** @param events in order; they may grow */
  constructor(events: readonly PublicEvent[]) {
    this.#events = events;
  }

  /** The run after its first `count` events. */
  stateAfter(count: number): RunState {
    const until = Math.min(Math.max(count, 0), this.#events.length);
    const index = Math.floor(until / EVENTS_PER_STATE);
    const from = index * EVENTS_PER_STATE;
    return reduceRunEvents(this.#keptAt(index), this.#events.slice(from, until));
  }

  /** The latest state after further events, which need not be among the events of the history yet. */
  extend(run: RunState, events: readonly PublicEvent[]): RunState {
    return reduceRunEvents(run, events);
  }

  /** How many events had happened by this time, in milliseconds since 1970. */
  countAt(timeMs: number): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timeOf(this.#events[middle]) <= timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Number of events up to and including the one with this sequence number. */
  countOfSeq(seq: number): number {
    const index = this.#events.findIndex((event) => event.seq > seq);
    return index < 0 ? this.#events.length : index;
  }

  #keptAt(index: number): RunState {
    for (let next = this.#kept.length; next <= index; next++) {
      const before = this.#kept[next - 1] ?? initialRunState;
      this.#kept.push(reduceRunEvents(before, this.#events.slice((next - 1) * EVENTS_PER_STATE, next * EVENTS_PER_STATE)));
    }
    return this.#kept[index] ?? initialRunState;
  }
}

function timeOf(event: PublicEvent | undefined): number {
  return event ? Date.parse(event.at) : Number.POSITIVE_INFINITY;
}
