import type { NodeRow } from '#lib/ports/run-store.ts';
import { withoutRetries } from '#lib/run/node-path.ts';
import type { NewRunEvent, RunEvent, RunEventOf } from '#lib/run/run-event.ts';
import type { ForkDecision } from './decide-fork.ts';
import type { ForkChange } from './fork-change.ts';
import { type DecisionEvent, type ForkSource, originOf } from './fork-source.ts';

/** An event that the log of a fork begins with, and the row that is stored with it. */
export type ReusedEvent = { readonly event: NewRunEvent; readonly row?: NodeRow };

type Taking = {
  readonly source: ForkSource;
  readonly decision: ForkDecision;
  readonly values: ForkChange['values'];
  /** The rows of the run that is forked, by path. */
  readonly rows: ReadonlyMap<string, NodeRow>;
  /** Root nodes that are not part of this run. */
  readonly isLeftOut: (path: string) => boolean;
  /** By which port a value leaves for which none was named. */
  readonly portOf: (path: string) => string;
};

/**
 * The events of the source run that the fork's log repeats, in their order, so that readers need no
 * other log.
 */
export function eventsToReuse({ source, decision, values = {}, rows, isLeftOut, portOf }: Taking): ReusedEvent[] {
  const taken: ReusedEvent[] = [];
  if (source.session) taken.push({ event: withoutPosition(source.session) });
  for (const [path, end] of source.ended) {
    const nodeId = decision.reused.get(path);
    if (nodeId === undefined || isLeftOut(nodeId)) continue;
    const row = rows.get(path);
    taken.push(...rememberedOf(source.decisions.get(withoutRetries(path)) ?? [], nodeId));
    taken.push({ event: reusedEnd(end, nodeId, source), ...(row && { row: { ...row, nodePath: nodeId } }) });
  }
  for (const [path, nodeId] of decision.resumed) {
    if (isLeftOut(nodeId)) continue;
    const key = withoutRetries(path);
    const moment = source.moments.get(key);
    const kept = [...(moment ? [moment] : []), ...(source.effects.get(key) ?? []), ...(source.decisions.get(key) ?? [])];
    for (const event of kept) taken.push({ event: copyFor(nodeId, event) });
  }
  for (const [nodeId, { port, value }] of Object.entries(values)) {
    if (isLeftOut(nodeId)) continue;
    const fired = { [port ?? portOf(nodeId)]: value as null };
    taken.push({
      event: { type: 'node_finished', nodeId, status: 'succeeded', reason: 'given', fired, executionTimeMs: 0 },
    });
  }
  return taken;
}

/** Tools approved for the whole run by a node that is reused. One that runs again asks again. */
function rememberedOf(decisions: readonly DecisionEvent[], nodeId: string): ReusedEvent[] {
  const remembered = new Set(
    decisions.flatMap((event) =>
      event.type === 'approval_decided' && event.isRemembered && event.status === 'confirmed' ? [event.actionId] : [],
    ),
  );
  return decisions.filter(({ actionId }) => remembered.has(actionId)).map((event) => ({ event: copyFor(nodeId, event) }));
}

function copyFor(nodeId: string, event: RunEvent): NewRunEvent {
  return { ...withoutPosition(event), nodeId } as NewRunEvent;
}

function withoutPosition({ seq: _seq, at: _at, v: _v, ...event }: RunEvent): NewRunEvent {
  return event as NewRunEvent;
}

/** What it took is that run's; what this one takes counts anew. */
function reusedEnd(end: RunEventOf<'node_finished'>, nodeId: string, source: ForkSource): NewRunEvent {
  const { seq: _seq, at: _at, v: _v, usage: _usage, llmCalls: _llmCalls, toolCalls: _toolCalls, ...event } = end;
  return { ...event, nodeId, executionTimeMs: 0, reused: originOf(end, source) };
}
