'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { nameOfUser } from '#components/pages/memory/name-of-user.ts';
import { useReload } from '#components/pages/memory/use-memory.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { MemoryTaskResource } from '#lib/api/memory.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const marks = { waiting: 'waiting', done: 'succeeded', skipped: 'skipped', failed: 'failed' } as const;

/** Runs that are or were to be remembered, the latest first. */
export function TaskTable({ tasks, hasUsers = false }: { tasks: readonly MemoryTaskResource[]; hasUsers?: boolean }) {
  const t = useTranslations('memory');
  const nowMs = useNow('slow');
  const { problem, run } = useChange({ onSettled: useReload() });
  if (tasks.length === 0) return <p className="text-ink-3">{t('noTasks')}</p>;
  return (
    <div className="grid min-w-0 gap-2">
      <FailureNotice title={t('notDone')}>{problem}</FailureNotice>
      <ul aria-label={t('views.tasks')} className="grid">
        {tasks.map((task) => (
          <li
            key={task.runId}
            data-task={task.status}
            className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-1 py-1.5"
          >
            <span className="flex w-28 shrink-0 items-center gap-1.5">
              <StatusMark state={marks[task.status]} />
              {t(`statuses.${task.status}`)}
            </span>
            {hasUsers ? (
              <Link
                href={`/memory?user=${encodeURIComponent(task.userId)}`}
                prefetch={false}
                className="max-w-60 min-w-0 truncate text-accent underline"
              >
                {nameOfUser(task, t)}
              </Link>
            ) : null}
            <Link href={`/runs/${encodeURIComponent(task.runId)}`} prefetch={false} className="text-accent underline">
              {t('openRun')}
            </Link>
            {task.summaryRunId === null ? null : (
              <Link href={`/runs/${encodeURIComponent(task.summaryRunId)}`} prefetch={false} className="text-accent underline">
                {t('openSummary')}
              </Link>
            )}
            {task.attempts > 0 ? <span className="text-meta text-ink-3">{t('attempts', { count: task.attempts })}</span> : null}
            <span className="ml-auto flex items-center gap-2 text-meta">
              {task.status === 'failed' ? (
                <Button onClick={() => void run(() => apiClient.retryMemoryTask({ params: { runId: task.runId } }))}>
                  {t('retry')}
                </Button>
              ) : null}
              <TimeAgo at={task.finishedAt ?? task.createdAt} nowMs={nowMs} />
            </span>
            {task.problem === null ? null : (
              <p className={`w-full wrap-anywhere ${task.status === 'failed' ? 'text-failed' : 'text-ink-2'}`}>
                {visibleText(task.problem)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
