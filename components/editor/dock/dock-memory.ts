const KEY = 'threadloom.dock';
const HEIGHT_MIN_PX = 160;
/** What the canvas keeps at least, with the bar above it. */
const ABOVE_MIN_PX = 200;
/** Windows under this height start with a folded dock, e.g. at 200 % zoom. */
const LOW_PX = 560;

/** The layout of the dock below the canvas. */
export type DockState = {
  /** As the person left it; undefined as designed. */
  readonly heightPx: number | undefined;
  readonly isFolded: boolean;
  readonly isFormHidden: boolean;
  /** The form was folded away once, by itself after a run or by hand; since then only people fold it. */
  readonly hasFoldedForm: boolean;
};

const asDesigned: DockState = { heightPx: undefined, isFolded: false, isFormHidden: false, hasFoldedForm: false };

/** The height nearest to the wanted one that leaves room for the canvas. */
export function fitDockHeight(wantedPx: number, windowPx: number): number {
  return Math.round(Math.max(Math.min(wantedPx, windowPx - ABOVE_MIN_PX), HEIGHT_MIN_PX));
}

/** How high the dock is and what of it is folded away, kept in this browser. */
class DockMemory {
  #state: DockState | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly read = (): DockState => {
    this.#state ??= load();
    return this.#state;
  };

  readonly readOnServer = (): DockState => asDesigned;

  /** Folds the form after the first run that it started, which gives the timeline its width. */
  foldFormOnce(): void {
    if (!this.read().hasFoldedForm) this.set({ isFormHidden: true, hasFoldedForm: true });
  }

  set(change: Partial<DockState>): void {
    this.#state = { ...this.read(), ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#state));
    } catch {
      // A full or forbidden store only means that the next visit starts as designed.
    }
    for (const listener of this.#listeners) listener();
  }
}

export const dockMemory = new DockMemory();

function load(): DockState {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof DockState, unknown>>;
    const { heightPx, isFolded, isFormHidden, hasFoldedForm } = stored;
    return {
      heightPx:
        typeof heightPx === 'number' && Number.isFinite(heightPx) ? Math.max(heightPx, HEIGHT_MIN_PX) : asDesigned.heightPx,
      // A low window has room for the canvas or the dock.
      isFolded: typeof isFolded === 'boolean' ? isFolded : window.innerHeight < LOW_PX,
      isFormHidden: isFormHidden === true,
      hasFoldedForm: hasFoldedForm === true,
    };
  } catch {
    return asDesigned;
  }
}
