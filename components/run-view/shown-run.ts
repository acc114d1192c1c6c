import { runAxis } from '#components/run-view/run-axis.ts';
import { emptyRunView, type RunFeed, type RunView } from '#components/run-view/run-feed.ts';
import { countCalledUsage } from '#lib/run/count-called-usage.ts';
import type { NodeIterations } from '#lib/run/iteration-tally.ts';
import { drawnPathOf, type IsCall, iterationsOf, type NodePath } from '#lib/run/node-path.ts';
import { type ChosenIterations, type IterationList, RunIterations } from '#lib/run/run-iterations.ts';
import { initialRunState, type NodeState, type RunState } from '#lib/run/run-state.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';

/** A moment of a run that is shown instead of its present. */
export type Moment = {
  /** How many events of the log had happened. */
  readonly count: number;
  /** Number of the latest of them; 0 before the first. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Length of the axis on which the run is drawn meanwhile: all of the run. */
  readonly axisMs: number;
};

/**
 * State of the run for the canvas: the same object until one of these fields changes. At a past
 * moment, `status` is that of the moment; `runAxis` takes an outline and returns the axis of the
 * whole run, ended at that moment. `isMissing`: the run does not exist. `hasEvents`: its first event has arrived;
 * before it the states of its nodes are unknown.
 */
export type RunOutline = {
  readonly runId: string;
  readonly moment: Moment | undefined;
  readonly isMissing: boolean;
  readonly hasEvents: boolean;
} & Pick<RunState, 'status' | 'startedAt' | 'finishedAt'>;

type Feed = Pick<RunFeed, 'read' | 'subscribe' | 'retry'>;
type Listener = () => void;

const OUTLINE = 'outline';
const VIEW = 'view';
const ALL_ITERATIONS: ChosenIterations = new Map();

/**
 * The run shown by a workflow, with subscriptions per part: a node's listeners are called only for that node, so that a
 * canvas of 1,000 nodes stays fast. Connected to the log while there are listeners. Nodes and outline can be shown at a
 * past moment, while the view continues.
 */
export class ShownRun {
  readonly #feedOf: (runId: string) => Feed;
  readonly #listeners = new Map<string, Set<Listener>>();
  #runId: string | undefined;
  #feed: Feed | undefined;
  #view: RunView = emptyRunView;
  /** As the feed gave it. */
  #read: RunView = emptyRunView;
  #run: RunState = initialRunState;
  #moment: Moment | undefined;
  /** An event that a link names, until the log has come that far. */
  #wantedSeq: number | undefined;
  #outline: RunOutline | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #isCall: IsCall;
  readonly #iterations: RunIterations;
  #chosen = ALL_ITERATIONS;

  /** @param isCall of the document that is drawn */
  constructor(feedOf: (runId: string) => Feed, isCall: IsCall = () => false) {
    this.#feedOf = feedOf;
    this.#isCall = isCall;
    this.#iterations = new RunIterations(isCall);
  }

  /** Shows another run, or none; at present, or at this event once its log has arrived. */
  show(runId: string | undefined, { atSeq }: { atSeq?: number | undefined } = {}): void {
    if (runId === this.#runId) return;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#runId = runId;
    this.#moment = undefined;
    this.#chosen = ALL_ITERATIONS;
    this.#wantedSeq = atSeq;
    this.#feed = runId === undefined ? undefined : this.#feedOf(runId);
    this.#take(this.#feed?.read() ?? emptyRunView);
    this.#connect();
  }

  /** Shows the run as it was at a time, in milliseconds since 1970. */
  lookAt(atMs: number): void {
    this.#lookAfter(this.#view.history?.countAt(atMs) ?? 0, atMs);
  }

  /** Shows the run as it was so many events later, or earlier, than what is shown. */
  step(by: number): void {
    const { events } = this.#view;
    const count = Math.min(Math.max((this.#moment?.count ?? events.length) + by, 1), events.length);
    const event = events[count - 1];
    if (event) this.#lookAfter(count, Date.parse(event.at));
  }

  /** Shows the run at present. */
  readonly backToLive = (): void => {
    this.#wantedSeq = undefined;
    if (!this.#moment) return;
    this.#moment = undefined;
    this.#showRun(this.#view.run);
  };

  /** Shows one iteration of a container by index, or all together; sets outer containers to the current iteration. */
  chooseIteration(containerId: NodeId, index: number | undefined): void {
    const path = this.#iterations.pathOf(containerId, this.#chosen) ?? containerId;
    const around = index === undefined ? [] : iterationsOf(path).map(({ containerId, index }) => [containerId, index] as const);
    const inside = this.#iterations.insideOf(containerId);
    const others = [...this.#chosen].filter(([id]) => id !== containerId && !inside.includes(id));
    this.#setChosen(new Map([...others, ...around, ...(index === undefined ? [] : [[containerId, index] as const])]));
  }

  /** Shows the iterations that a node of the log ran in. */
  choosePath(path: NodePath): void {
    const iterations = iterationsOf(this.drawnPath(path));
    if (iterations.every(({ containerId, index }) => this.#chosen.get(containerId) === index)) return;
    const others = [...this.#chosen].filter(([id]) => !iterations.some(({ containerId }) => containerId === id));
    this.#setChosen(new Map([...others, ...iterations.map(({ containerId, index }) => [containerId, index] as const)]));
  }

  /** Reads the log on after a failure. */
  readonly retry = (): void => this.#feed?.retry();

  /** The log and the run's present, whatever moment is shown. */
  readonly readView = (): RunView => this.#view;
  /** The run as it is shown. */
  readonly readRun = (): RunState => this.#run;
  readonly readMoment = (): Moment | undefined => this.#moment;
  readonly readOutline = (): RunOutline | undefined => this.#outline;
  /** By node id: the state in the selected iteration, or combined over all. By path: in that iteration. */
  readonly readNode = (nodeId: NodeId): NodeState | undefined => this.#iterations.stateOf(nodeId, this.#chosen);
  /** Summary of a node over all shown iterations; undefined if a single one is shown. */
  readonly readIterations = (nodeId: NodeId): NodeIterations | undefined =>
    this.#iterations.nodeIterationsOf(nodeId, this.#chosen);
  readonly readIterationList = (containerId: NodeId): IterationList | undefined =>
    this.#iterations.listOf(containerId, this.#chosen);
  readonly readChosenIteration = (containerId: NodeId): number | undefined => this.#chosen.get(containerId);
  /** The log path that is shown for a node: in the chosen iteration; else the first failed one, else the newest. */
  readonly readPath = (nodeId: NodeId): string => this.#iterations.pathOf(nodeId, this.#chosen) ?? nodeId;
  /** The node of the drawn document for a log path: everything in a call leads to the call. */
  readonly drawnPath = (path: NodePath): NodePath => drawnPathOf(path, this.#isCall);
  /** Ids of the containers that the run met a node in, outermost first. */
  readonly readContainers = (nodeId: NodeId): readonly NodeId[] => this.#iterations.containersOf(nodeId);

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
      this.#unsubscribe?.();
      this.#unsubscribe = undefined;
    };
  }

  #connect(): void {
    const feed = this.#feed;
    if (!feed || this.#unsubscribe || this.#listeners.size === 0) return;
    this.#unsubscribe = feed.subscribe(() => this.#take(feed.read()));
    // The log may have grown while there were no listeners.
    if (feed.read() !== this.#read) this.#take(feed.read());
  }

  #take(read: RunView): void {
    const view = { ...read, run: countCalledUsage(read.run) };
    this.#read = read;
    this.#view = view;
    this.#showRequestedMoment();
    if (!this.#moment) this.#showRun(view.run);
    this.#notify(VIEW);
  }

  #showRequestedMoment(): void {
    if (this.#wantedSeq === undefined) return;
    const { run, connection, events, history } = this.#view;
    if (events.length === 0 || !history || (run.lastSeq < this.#wantedSeq && connection !== 'ended')) return;
    const count = Math.max(history.countOfSeq(this.#wantedSeq), 1);
    this.#wantedSeq = undefined;
    const event = events[count - 1];
    if (event) this.#setMoment(count, Date.parse(event.at));
  }

  #lookAfter(count: number, atMs: number): void {
    if (this.#view.events.length === 0) return;
    this.#wantedSeq = undefined;
    this.#setMoment(count, atMs);
  }

  #setMoment(count: number, atMs: number): void {
    const { events, run, history } = this.#view;
    const { startedMs, endMs, spanMs } = runAxis(run, Date.now());
    const inside = Math.min(Math.max(atMs, startedMs), endMs);
    // At a past moment the axis only grows with new events.
    const axisMs = Math.max(spanMs, this.#moment?.axisMs ?? 0);
    const isSame = this.#moment?.count === count;
    this.#moment = { count, seq: events[count - 1]?.seq ?? 0, atMs: inside, axisMs };
    this.#showRun(isSame || !history ? this.#run : countCalledUsage(history.stateAfter(count)));
  }

  /** Shows nodes and outline of this state, and notifies their subscribers. */
  #showRun(run: RunState): void {
    const before = this.#run.nodes;
    const outlineBefore = this.#outline;
    this.#run = run;
    this.#outline = this.#readOutlineOf(run);
    if (this.#outline !== outlineBefore) this.#notify(OUTLINE);
    if (run.nodes === before) return;
    const changed = [...new Set([...Object.keys(before), ...Object.keys(run.nodes)])].filter(
      (id) => before[id] !== run.nodes[id],
    );
    const inIterations = this.#iterations.update(run.nodes, changed);
    for (const nodeId of new Set([...changed, ...inIterations])) this.#notify(`node ${nodeId}`);
  }

  #setChosen(chosen: ChosenIterations): void {
    const containers = new Set([...this.#chosen.keys(), ...chosen.keys()]);
    this.#chosen = chosen;
    const concerned = [...containers].flatMap((id) => [id, ...this.#iterations.insideOf(id)]);
    for (const nodeId of new Set(concerned)) this.#notify(`node ${nodeId}`);
  }

  #readOutlineOf({ status, startedAt, finishedAt }: RunState): RunOutline | undefined {
    if (this.#runId === undefined) return undefined;
    const isMissing = this.#view.connection === 'not-found';
    const hasEvents = this.#view.run.lastSeq > 0;
    const made: RunOutline = { runId: this.#runId, status, startedAt, finishedAt, moment: this.#moment, isMissing, hasEvents };
    const known = this.#outline;
    const isSame = known && (Object.keys(made) as (keyof RunOutline)[]).every((key) => known[key] === made[key]);
    return isSame ? known : made;
  }

  #notify(part: string): void {
    for (const listener of this.#listeners.get(part) ?? []) listener();
  }
}
