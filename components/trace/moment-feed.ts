import type { RunFeed, RunView } from '#components/run/run-feed.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { reduceRunEvents } from '#lib/run/reduce-run.ts';
import { initialRunState, type RunState } from '#lib/run/run-state.ts';

type Feed = Pick<RunFeed, 'read' | 'subscribe' | 'retry'>;

/** A run as it stood after one of its events, and as it stands while no moment is chosen. To whoever draws it it is a feed like any other. */
export class MomentFeed {
  readonly #feed: Feed;
  readonly #listeners = new Set<() => void>();
  #seq: number | undefined;
  #moment: { readonly state: RunState; readonly nodes: RunState['nodes'] } | undefined;
  #shown: { readonly source: RunView; readonly seq: number | undefined; readonly view: RunView } | undefined;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** @param seq of the last event that counts; undefined for all there are */
  moveTo(seq: number | undefined): void {
    if (seq === this.#seq) return;
    this.#seq = seq;
    for (const listener of this.#listeners) listener();
  }

  readonly retry = (): void => this.#feed.retry();

  readonly read = (): RunView => {
    const source = this.#feed.read();
    if (this.#shown?.source === source && this.#shown.seq === this.#seq) return this.#shown.view;
    const view = this.#seq === undefined || this.#seq >= source.run.lastSeq ? source : this.#viewAt(source, this.#seq);
    this.#shown = { source, seq: this.#seq, view };
    return view;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const letGo = this.#feed.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      letGo();
    };
  };

  /** What comes after does not change what was: while the run goes on, an earlier moment keeps its nodes. */
  #viewAt(source: RunView, seq: number): RunView {
    const known = this.#moment?.state;
    const state = known && known.lastSeq === seq ? known : stateAt(source.events, seq, known);
    if (this.#moment?.state !== state) this.#moment = { state, nodes: stopClocks(state, source.events, seq) };
    // On the axis of the whole run, so that canvas and timeline say the same.
    const { status, finishedAt } = source.run;
    return { ...source, run: { ...state, status, ...(finishedAt && { finishedAt }), nodes: this.#moment.nodes } };
  }
}

/** What was running then has taken as long as it had by then, and not until now. */
function stopClocks({ nodes }: RunState, events: readonly PublicEvent[], seq: number): RunState['nodes'] {
  const momentAt = events[firstAfter(events, seq) - 1]?.at;
  if (momentAt === undefined) return nodes;
  return Object.fromEntries(
    Object.entries(nodes).map(([nodeId, node]) => {
      if (node.finishedAt !== undefined || node.startedAt === undefined) return [nodeId, node];
      const executionTimeMs = Math.max(Date.parse(momentAt) - Date.parse(node.startedAt), 0);
      return [nodeId, { ...node, finishedAt: momentAt, executionTimeMs }];
    }),
  );
}

/** Goes on from an earlier moment where it can. */
function stateAt(events: readonly PublicEvent[], seq: number, known: RunState | undefined): RunState {
  const from = known && known.lastSeq <= seq ? known : initialRunState;
  const first = firstAfter(events, from.lastSeq);
  return reduceRunEvents(from, events.slice(first, firstAfter(events, seq)));
}

/** Where the events with a greater seq begin. */
function firstAfter(events: readonly PublicEvent[], seq: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
