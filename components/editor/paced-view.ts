import type { ShownRun } from '#components/editor/shown-run.ts';
import type { RunView } from '#components/run/run-feed.ts';

type Listener = () => void;
/** Calls back with every tick until it is stopped. */
type Ticks = (listener: Listener) => () => void;

/**
 * All of the run being shown, for what draws all of it: as it grows, with the ticks of a clock, and at once where it begins, ends, asks or is cut
 * off. A timeline that is drawn with every event keeps the page from everything else, and nobody reads faster than the clock beside it runs.
 */
export class PacedView {
  readonly #shown: Pick<ShownRun, 'readView' | 'subscribeToView'>;
  readonly #ticks: Ticks;
  readonly #listeners = new Set<Listener>();
  #told: RunView | undefined;
  #letGo: Listener | undefined;
  #stopTicks: Listener | undefined;

  constructor(shown: Pick<ShownRun, 'readView' | 'subscribeToView'>, ticks: Ticks) {
    this.#shown = shown;
    this.#ticks = ticks;
  }

  readonly read = (): RunView => this.#told ?? this.#shown.readView();

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    this.#letGo ??= this.#shown.subscribeToView(() => this.#onChange());
    this.#told ??= this.#shown.readView();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#letGo?.();
      this.#letGo = undefined;
      this.#told = undefined;
      this.#rest();
    };
  };

  #onChange(): void {
    if (isOtherState(this.read(), this.#shown.readView())) this.#tell();
    else this.#stopTicks ??= this.#ticks(() => this.#tell());
  }

  #tell(): void {
    this.#rest();
    this.#told = this.#shown.readView();
    for (const listener of this.#listeners) listener();
  }

  #rest(): void {
    this.#stopTicks?.();
    this.#stopTicks = undefined;
  }
}

function isOtherState(before: RunView, now: RunView): boolean {
  const stateOf = ({ connection, problem, run }: RunView) =>
    [connection, problem, run.runId, run.status, ...Object.keys(run.approvals)].join(' ');
  return stateOf(before) !== stateOf(now);
}
