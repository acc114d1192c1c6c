import type { NodeState } from '../run/run-state.ts';
import type { WorkflowEdge } from './workflow.ts';

/**
 * What a run made of an edge: `idle` while its source has not ended; `dead` when its source fired another port or none; else `live`, told apart by
 * what its target does with it (`flowing` while that runs, `waiting` while a person is asked).
 */
export type EdgeRun = 'idle' | 'dead' | 'live' | 'flowing' | 'waiting';

type Seen = { readonly status: NodeState['status']; readonly ports?: readonly string[] | undefined };

/** @param source state of the node the edge leaves; undefined before the node's first event, as `target` */
export function edgeRunOf(
  { sourceHandle }: Pick<WorkflowEdge, 'sourceHandle'>,
  { source, target }: { source: Seen | undefined; target: Seen | undefined },
): EdgeRun {
  if (!source || source.status === 'running' || source.status === 'waiting') return 'idle';
  if (!source.ports?.includes(sourceHandle)) return 'dead';
  if (target?.status === 'running') return 'flowing';
  return target?.status === 'waiting' ? 'waiting' : 'live';
}
