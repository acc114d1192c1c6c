import type { NodeError, RunEvent, TokenUsage } from '#lib/run/run-event.ts';
import { addUsage, NO_USAGE } from '#lib/run/token-usage.ts';
import type { NodeResult } from './node-result.ts';

/** What an earlier process of a run left behind. */
export type RestoredRun = {
  readonly known: ReadonlyMap<string, NodeResult>;
  readonly usage: TokenUsage;
  /** Nodes that were started and ended: what counts against the limit. One that is started again counts then. */
  readonly steps: number;
  /** The run had failed already; only its end was not written. */
  readonly error: NodeError | undefined;
};

/**
 * Reads a run's log once. A node's row is stored in the transaction of its `node_finished`, so the log alone says which nodes are decided,
 * those without effects included.
 */
export function restoreResults(events: readonly RunEvent[]): RestoredRun {
  const known = new Map<string, NodeResult>();
  const started = new Set<string>();
  let usage = NO_USAGE;
  let error: NodeError | undefined;
  for (const event of events) {
    if (event.type === 'node_started') started.add(event.nodeId);
    if (event.type === 'llm_result') usage = addUsage(usage, event.usage);
    if (event.type === 'error') {
      const { seq: _seq, at: _at, v: _v, type: _type, ...first } = event;
      error ??= first;
    }
    if (event.type !== 'node_finished') continue;
    const { nodeId, status, fired = {}, reason, error: nodeError } = event;
    known.set(nodeId, { status, fired, ...(reason && { reason }), ...(nodeError && { error: nodeError }) });
  }
  const steps = [...known.keys()].filter((nodeId) => started.has(nodeId)).length;
  return { known, usage, steps, error };
}
