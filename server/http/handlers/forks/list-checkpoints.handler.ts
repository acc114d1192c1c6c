import { type CheckpointResource, listCheckpoints as contract } from '#lib/api/forks.contract.ts';
import { type Checkpoint, isCheckpointEvent, listCheckpoints } from '#lib/run/list-checkpoints.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadRun } from '../../resources/run-resource.ts';
import { readRunLog } from '../../runs/read-run-log.ts';

export const listCheckpointsHandler = defineHandler(contract, async ({ params, query: { after = 0, limit }, repos }) => {
  const { runId } = await loadRun(params.id, { repos });
  const events = await Array.fromAsync(readRunLog(repos.runs, { runId, isWanted: isCheckpointEvent }));
  const all = listCheckpoints(events).filter(({ seq }) => seq > after);
  // Checkpoints of one moment stay on one page, or the next page would skip one.
  const lastSeq = all[limit - 1]?.seq ?? Number.POSITIVE_INFINITY;
  const items = all.filter(({ seq }) => seq <= lastSeq).map(toResource);
  return { status: 200, body: { items, ...(items.length < all.length && { nextAfter: lastSeq }) } };
});

function toResource({ at, ...checkpoint }: Checkpoint): CheckpointResource {
  const { pass } = checkpoint;
  return { ...checkpoint, ...(pass !== undefined && { iteration: pass }), at: new Date(at).toISOString() };
}
