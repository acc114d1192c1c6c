import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import { readLog } from './restore/read-log.ts';
import { restoreResults } from './restore/restore-results.ts';

/** How a run stands that another process runs: its end, or what it waits for. Undefined while it goes on. */
export async function readOutcome(runId: string, store: Pick<RunStore, 'readEvents'>): Promise<RunOutcome | undefined> {
  const events = (await readLog(runId, store)).flatMap((event) => readStoredEvent(event) ?? []);
  const last = events.at(-1);
  if (last?.type !== 'done') return undefined;
  const { usage } = restoreResults(events);
  const { status, outputs = {} } = last;
  return { runId, status, ...pickDefined(last, 'reason', 'error', 'approvals', 'breakpoints'), outputs, usage };
}
