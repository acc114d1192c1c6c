import { containerPathsOf, withoutRetries } from '#lib/run/node-path.ts';
import type { RunEvent, RunEventOf } from '#lib/run/run-event.ts';
import type { ReusedFrom } from '#lib/run/run-fork.ts';

type EffectEvent = RunEventOf<'effect_started' | 'effect_finished'>;
export type DecisionEvent = RunEventOf<'confirm_required' | 'approval_decided'>;

/** The log of a run as a fork of it sees it: what had ended by a moment, and what had begun. */
export type ForkSource = {
  readonly runId: string;
  readonly atSeq: number;
  /** How each node ended that had by then, in the order of the log, by path. */
  readonly ended: ReadonlyMap<string, RunEventOf<'node_finished'>>;
  /** Paths of nodes that had started. */
  readonly started: ReadonlySet<string>;
  /** How its session was opened. */
  readonly session: RunEventOf<'session_opened'> | undefined;
  /** What `now()` gave in nodes that had started. By path without retries, as all that follows but `inside`. */
  readonly moments: ReadonlyMap<string, RunEventOf<'moment_recorded'>>;
  /** Paths of all nodes within each container, however deep, by path of the container. */
  readonly inside: ReadonlyMap<string, readonly string[]>;
  /** The effects of each node that began by then, with their end, even a later one, since they happened. */
  readonly effects: ReadonlyMap<string, readonly EffectEvent[]>;
  /** The approvals requested and decided by then, by node. */
  readonly decisions: ReadonlyMap<string, readonly DecisionEvent[]>;
  /** Known side effects of each node anywhere in the run, except model calls. */
  readonly happened: ReadonlyMap<string, readonly string[]>;
  /** Names of all effects of each node anywhere in the run, including repeatable ones, except model calls. */
  readonly acted: ReadonlyMap<string, readonly string[]>;
};

/** A run before its first event: a fork of it takes nothing over. */
export const NO_SOURCE: ForkSource = {
  runId: '',
  atSeq: 0,
  ended: new Map(),
  started: new Set(),
  session: undefined,
  moments: new Map(),
  inside: new Map(),
  effects: new Map(),
  decisions: new Map(),
  happened: new Map(),
  acted: new Map(),
};

/** @param events the whole log, in order */
export function readForkSource(runId: string, events: readonly RunEvent[], atSeq: number): ForkSource {
  const until = events.filter(({ seq }) => seq <= atSeq);
  const ended = readEnds(until);
  const started = new Set(until.flatMap((event) => (event.type === 'node_started' ? [event.nodeId] : [])));
  const moments = new Map(
    until.flatMap((event) => (event.type === 'moment_recorded' ? [[withoutRetries(event.nodeId), event] as const] : [])),
  );
  return {
    runId,
    atSeq,
    ended,
    started,
    session: until.find((event) => event.type === 'session_opened'),
    moments,
    inside: groupByContainer([...ended.keys(), ...started]),
    effects: readEffects(events, atSeq),
    decisions: readDecisions(until),
    happened: namesByNode(events.filter(isAct).filter(({ isRepeatable }) => !isRepeatable)),
    acted: namesByNode(events.filter(isAct)),
  };
}

/** What a further attempt of a container reused has left nothing; the attempt before did. */
function readEnds(events: readonly RunEvent[]): Map<string, RunEventOf<'node_finished'>> {
  const ended = new Map<string, RunEventOf<'node_finished'>>();
  const left = new Map<string, Pick<RunEventOf<'node_finished'>, 'conversations' | 'memory' | 'session'>>();
  for (const event of events) {
    if (event.type !== 'node_finished') continue;
    const key = withoutRetries(event.nodeId);
    const { conversations, memory, session } = event;
    if (!event.reused || !left.has(key)) {
      left.set(key, { ...(conversations && { conversations }), ...(memory && { memory }), ...(session && { session }) });
    }
    ended.set(event.nodeId, { ...event, ...left.get(key) });
  }
  return ended;
}

/** Where the value of a node was really made. */
export function originOf({ reused, seq, at }: RunEventOf<'node_finished'>, { runId }: Pick<ForkSource, 'runId'>): ReusedFrom {
  return reused ?? { runId, seq, at };
}

function groupByContainer(paths: readonly string[]): Map<string, string[]> {
  const inside = new Map<string, string[]>();
  for (const path of new Set(paths))
    for (const container of containerPathsOf(path)) {
      const members = inside.get(container);
      if (members) members.push(path);
      else inside.set(container, [path]);
    }
  return inside;
}

/**
 * An effect that began by then and finished later counts as finished. Failed and discarded ones are
 * dropped; unknown ones stay unknown.
 */
function readEffects(events: readonly RunEvent[], atSeq: number): Map<string, EffectEvent[]> {
  const open = new Map<string, EffectEvent[]>();
  for (const event of events) {
    if (event.type === 'effect_started' && event.seq <= atSeq) open.set(keyOf(event), [event]);
    if (event.type !== 'effect_finished' && event.type !== 'effect_discarded') continue;
    const known = open.get(keyOf(event));
    if (event.type === 'effect_finished' && event.error === undefined) known?.push(event);
    else if (event.seq <= atSeq) open.delete(keyOf(event));
  }
  // Begun and never ended: made again where that does no harm, else left for a person to say.
  const standing = [...open.values()].filter(([began, end]) => end || (began?.type === 'effect_started' && !began.isRepeatable));
  return Map.groupBy(standing.flat(), ({ nodeId }) => withoutRetries(nodeId));
}

function readDecisions(events: readonly RunEvent[]): Map<string, DecisionEvent[]> {
  const decided = new Map(
    events.flatMap((event) => (event.type === 'approval_decided' ? [[event.actionId, event] as const] : [])),
  );
  const pairs = events.flatMap((event) => {
    if (event.type !== 'confirm_required') return [];
    const decision = decided.get(event.actionId);
    return decision ? [event, decision] : [];
  });
  return Map.groupBy<string, DecisionEvent>(pairs, ({ nodeId }) => withoutRetries(nodeId));
}

function namesByNode(effects: readonly RunEventOf<'effect_started'>[]): Map<string, string[]> {
  const byNode = Map.groupBy(effects, ({ nodeId }) => withoutRetries(nodeId));
  return new Map([...byNode].map(([nodeId, all]) => [nodeId, all.map(({ name }) => name)]));
}

function isAct(event: RunEvent): event is RunEventOf<'effect_started'> {
  return event.type === 'effect_started' && event.kind !== 'model';
}

/** Node paths hold no space. */
function keyOf({ nodeId, key }: { nodeId: string; key: string }): string {
  return `${withoutRetries(nodeId)} ${key}`;
}
