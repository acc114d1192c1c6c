import { AppError } from '#lib/errors/app-error.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import { approvalFor, errorFor } from '#lib/run/what-leaves.ts';
import type { TaskRun } from '../a2a/task-of.ts';
import type { DuePush, PushStore } from '../db/stores/push-store.ts';

const PAGE = 500;

/** The task of a run when it ended or began to wait, from its log. */
export async function readPushedTask(
  { runId, seq, sessionId, events: level, decides }: DuePush,
  store: Pick<PushStore, 'readEvents'>,
): Promise<TaskRun> {
  const reader = { level, decides };
  const replies: string[] = [];
  for (let seen = 0; ; ) {
    const page = await store.readEvents(runId, seen, PAGE);
    for (const stored of page) {
      const event = stored.type === 'reply' || stored.seq >= seq ? readStoredEvent(stored) : undefined;
      if (event?.type === 'reply') replies.push(event.content);
      if (event?.type !== 'done') continue;
      const { status, outputs, error, approvals, at } = event;
      return {
        runId,
        status,
        contextId: sessionId ?? runId,
        changedAt: new Date(at),
        ...(status === 'succeeded' && { outputs: outputs ?? {}, replies }),
        ...(error && { error: errorFor(error, reader, runId).message }),
        ...(approvals && { approvals: approvals.map((one) => approvalFor(one, reader)) }),
      };
    }
    const last = page.at(-1);
    if (!last) throw new AppError('internal', `The log of the run ${runId} has no event ${seq}.`);
    seen = last.seq;
  }
}
