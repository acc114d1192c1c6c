import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { RunStore } from '#lib/ports/run-store.ts';
import { pickDefined } from '#lib/run/pick-defined.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import { responseOf } from '#lib/run/run-response.ts';
import { readLog } from './restore/read-log.ts';
import { restoreResults } from './restore/restore-results.ts';

/** The end or suspension of a run, read from its log. Undefined while a process executes it. */
export async function readOutcome(runId: string, store: Pick<RunStore, 'readEvents'>): Promise<RunOutcome | undefined> {
  const events = (await readLog(runId, store)).flatMap((event) => readStoredEvent(event) ?? []);
  const last = events.at(-1);
  if (last?.type !== 'done') return undefined;
  const { usage, ended } = restoreResults(events);
  const { status, outputs = {} } = last;
  const response = status === 'succeeded' ? responseOf(ended) : undefined;
  return {
    runId,
    status,
    ...pickDefined(last, 'reason', 'error', 'approvals', 'resumesAt', 'breakpoints'),
    outputs,
    usage,
    ...(response && { response }),
  };
}
