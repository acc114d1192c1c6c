import type { NodeState } from '../run/run-state.ts';
import type { WorkflowEdge } from './workflow.ts';

/**
 * Display state of an edge: `idle` until its source has ended; `dead` if its source fired another
 * port or none; else `live`: `flowing` while the target runs, `waiting` while it waits for an
 * approval.
 */
export type EdgeRun = 'idle' | 'dead' | 'live' | 'flowing' | 'waiting';

type Seen = { readonly status: NodeState['status']; readonly ports?: readonly string[] | undefined };

/** @param source state of the source node, undefined before its first event; `target` likewise */
export function edgeRunOf(
  { sourceHandle }: Pick<WorkflowEdge, 'sourceHandle'>,
  { source, target }: { source: Seen | undefined; target: Seen | undefined },
): EdgeRun {
  if (!source || source.status === 'running' || source.status === 'waiting') return 'idle';
  if (!source.ports?.includes(sourceHandle)) return 'dead';
  if (target?.status === 'running') return 'flowing';
  return target?.status === 'waiting' ? 'waiting' : 'live';
}
