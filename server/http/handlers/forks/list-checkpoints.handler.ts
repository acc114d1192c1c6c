import { type CheckpointResource, listCheckpoints as contract } from '#lib/api/forks.contract.ts';
import { type Checkpoint, listCheckpoints, tellsOfCheckpoint } from '#lib/run/list-checkpoints.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRun } from '../../resources/run-resource.ts';
import { readRunLog } from '../../runs/read-run-log.ts';

export const listCheckpointsHandler = defineHandler(contract, async ({ params, query: { after = 0, limit }, repos }) => {
  const { runId } = await loadRun(params.id, { repos });
  const events = await Array.fromAsync(readRunLog(repos.runs, { runId, isWanted: tellsOfCheckpoint }));
  const all = listCheckpoints(events).filter(({ seq }) => seq > after);
  // Two of one moment stand on one page, or the next one would begin behind the second.
  const lastSeq = all[limit - 1]?.seq ?? Number.POSITIVE_INFINITY;
  const items = all.filter(({ seq }) => seq <= lastSeq).map(toResource);
  return { status: 200, body: { items, ...(items.length < all.length && { nextAfter: lastSeq }) } };
});

function toResource({ at, ...checkpoint }: Checkpoint): CheckpointResource {
  return { ...checkpoint, at: new Date(at).toISOString() };
}
