import type { PlannedNode } from '#engine/plan/plan-node.ts';
import { nodePathIn, withoutRetries } from '#lib/run/node-path.ts';
import type { RunScope } from '../scopes/run-scope.ts';
import { isInterrupted, type NodeResult } from '../state/node-result.ts';

/**
 * In a further attempt of a container, ends the nodes of an iteration that an earlier attempt has completed, with the
 * results they had; nothing of them happens again. Those that failed or were stopped run again.
 */
export function reuseEarlier(iteration: string, nodes: readonly PlannedNode[], scope: RunScope): void {
  if (withoutRetries(iteration) === iteration) return;
  const { results } = scope;
  const members = results.endedInside(iteration);
  const earlier = new Map(members.map((path) => [tailOf(path, iteration), path]));
  const reused = new Map<string, PlannedNode>();
  for (const node of nodes) {
    const path = earlier.get(node.id.slice(iteration.length + 1));
    if (path === undefined || path === node.id || results.ended.has(node.id) || results.started.has(node.id)) continue;
    if (!isInterrupted(results.ended.get(path) as NodeResult)) reused.set(path, node);
  }
  // In the order of their ends, by which joins choose. The nodes inside a container come with it.
  for (const path of [...members]) {
    const top = reused.get(path) ?? reused.get(containerWithin(path, iteration));
    const to = nodePathIn(iteration, tailOf(path, iteration));
    if (top && !results.ended.has(to)) end({ from: path, to, top }, scope);
  }
}

/** The path below an iteration, which has as many parts in each attempt. */
function tailOf(path: string, iteration: string): string {
  return path.split('/').slice(iteration.split('/').length).join('/');
}

/** Path of the container that the iteration holds around the node, at any depth. */
function containerWithin(path: string, iteration: string): string {
  const parts = path.split('/').slice(0, iteration.split('/').length + 1);
  return parts.join('/').replace(/\[[^[]*\]$/, '');
}

type Reuse = { readonly from: string; readonly to: string; readonly top: PlannedNode };

function end({ from, to, top }: Reuse, { results, log, runId }: RunScope): void {
  const { by, ...earlier } = results.ended.get(from) as NodeResult;
  const result = { ...earlier, ...(by !== undefined && { by: moved(by, from, to) }) };
  const { status, reason, winner, fired, error, origin } = result;
  const hasFired = Object.keys(fired).length > 0;
  log.emit(
    {
      type: 'node_finished',
      nodeId: to,
      status,
      ...(reason && { reason }),
      ...(result.by !== undefined && { by: result.by }),
      ...(winner && { winner }),
      ...(hasFired && { fired: fired as Record<string, never> }),
      ...(error && { error }),
      executionTimeMs: 0,
      ...(origin && { reused: { runId, ...origin } }),
    },
    {
      ...(top.effects !== 'none' && {
        row: { nodePath: to, iteration: 0, status, result: JSON.stringify(hasFired ? fired : (error ?? null)) },
      }),
    },
  );
  results.end(to, result);
}

/** A join is in the same iteration as the nodes that it stops. */
function moved(by: string, from: string, to: string): string {
  return nodePathIn(to.slice(0, to.lastIndexOf('/')), by.slice(from.lastIndexOf('/') + 1));
}
