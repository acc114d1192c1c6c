import { emptyRunView, type RunFeed, type RunView } from '#components/run/run-feed.ts';
import type { NodeState, RunState } from '#lib/run/run-state.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** What all of the canvas wants to know of the run: the same object until one of these changes. */
export type RunOutline = { readonly runId: string } & Pick<RunState, 'status' | 'startedAt' | 'finishedAt'>;

type Feed = Pick<RunFeed, 'read' | 'subscribe' | 'retry'>;
type Listener = () => void;

const OUTLINE = 'outline';
const VIEW = 'view';

/**
 * The run that an opened workflow shows, and who looks at which part of it. A node's listeners hear only of their node, so that a canvas of 1,000
 * nodes is not asked a thousand times a frame. Connected to the run's log for as long as somebody looks.
 */
export class ShownRun {
  readonly #feedOf: (runId: string) => Feed;
  readonly #listeners = new Map<string, Set<Listener>>();
  #runId: string | undefined;
  #feed: Feed | undefined;
  #view: RunView = emptyRunView;
  #outline: RunOutline | undefined;
  #letGo: (() => void) | undefined;

  constructor(feedOf: (runId: string) => Feed) {
    this.#feedOf = feedOf;
  }

  /** Shows another run from now on, or none. */
  show(runId: string | undefined): void {
    if (runId === this.#runId) return;
    this.#letGo?.();
    this.#letGo = undefined;
    this.#runId = runId;
    this.#feed = runId === undefined ? undefined : this.#feedOf(runId);
    this.#take(this.#feed?.read() ?? emptyRunView);
    this.#connect();
  }

  /** Reads the log on after a failure. */
  readonly retry = (): void => this.#feed?.retry();

  readonly readView = (): RunView => this.#view;
  readonly readOutline = (): RunOutline | undefined => this.#outline;
  readonly readNode = (nodeId: NodeId): NodeState | undefined =>
    Object.hasOwn(this.#view.run.nodes, nodeId) ? this.#view.run.nodes[nodeId] : undefined;

  readonly subscribeToView = (listener: Listener): (() => void) => this.#subscribe(VIEW, listener);
  readonly subscribeToOutline = (listener: Listener): (() => void) => this.#subscribe(OUTLINE, listener);
  readonly subscribeToNode = (nodeId: NodeId, listener: Listener): (() => void) => this.#subscribe(`node ${nodeId}`, listener);

  #subscribe(part: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(part) ?? new Set();
    this.#listeners.set(part, listeners.add(listener));
    this.#connect();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(part) === listeners) this.#listeners.delete(part);
      if (this.#listeners.size > 0) return;
      this.#letGo?.();
      this.#letGo = undefined;
    };
  }

  #connect(): void {
    const feed = this.#feed;
    if (!feed || this.#letGo || this.#listeners.size === 0) return;
    this.#letGo = feed.subscribe(() => this.#take(feed.read()));
    // It may have grown while nobody looked from here.
    if (feed.read() !== this.#view) this.#take(feed.read());
  }

  #take(view: RunView): void {
    const before = this.#view.run.nodes;
    const outlineBefore = this.#outline;
    this.#view = view;
    this.#outline = this.#readOutlineOf(view.run);
    this.#tell(VIEW);
    if (this.#outline !== outlineBefore) this.#tell(OUTLINE);
    if (view.run.nodes === before) return;
    for (const nodeId of new Set([...Object.keys(before), ...Object.keys(view.run.nodes)]))
      if (before[nodeId] !== view.run.nodes[nodeId]) this.#tell(`node ${nodeId}`);
  }

  #readOutlineOf({ status, startedAt, finishedAt }: RunState): RunOutline | undefined {
    if (this.#runId === undefined) return undefined;
    const known = this.#outline;
    const isSame =
      known?.runId === this.#runId && known.status === status && known.startedAt === startedAt && known.finishedAt === finishedAt;
    return isSame ? known : { runId: this.#runId, status, startedAt, finishedAt };
  }

  #tell(part: string): void {
    for (const listener of this.#listeners.get(part) ?? []) listener();
  }
}
