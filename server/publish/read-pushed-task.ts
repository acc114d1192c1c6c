import { AppError } from '#lib/errors/app-error.ts';
import { publicError } from '#lib/run/public-error.ts';
import { readStoredEvent } from '#lib/run/read-stored-event.ts';
import { approvalAt } from '#lib/run/to-public-event.ts';
import type { TaskRun } from '../a2a/task-of.ts';
import type { DuePush, PushStore } from '../db/stores/push-store.ts';

const PAGE = 500;

/** The task of a run when it ended or began to wait, from its log. */
export async function readPushedTask(
  { runId, seq, sessionId, events: level }: DuePush,
  store: Pick<PushStore, 'readEvents'>,
): Promise<TaskRun> {
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
        ...(error && { error: publicError(error, { level, language: 'en' }).message }),
        ...(approvals && { approvals: approvals.map((one) => approvalAt(one, level === 'full')) }),
      };
    }
    const last = page.at(-1);
    if (!last) throw new AppError('internal', `The log of the run ${runId} has no event ${seq}.`);
    seen = last.seq;
  }
}
