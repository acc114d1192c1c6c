'use client';
import { Stamp } from 'lucide-react';
import Link from 'next/link';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { DecidedList } from '#components/pages/approvals/decided-list.tsx';
import { groupByRun, type Inbox, type RunApprovals } from '#components/pages/approvals/load-inbox.ts';
import { useInbox } from '#components/pages/approvals/use-inbox.ts';
import { ApprovalItem } from '#components/run-view/approvals/approval-item.tsx';
import { toOpenApproval } from '#components/run-view/approvals/to-open-approval.ts';
import { EmptyState } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** Everything that runs wait for, to be decided here, and what was decided before. */
export function ApprovalsPage({ first }: { first: Inbox }) {
  const t = useTranslations('inbox');
  const { inbox, problem, reload } = useInbox(first);
  const nowMs = useNow('slow');
  const { pending, hasMore, decided } = inbox;
  return (
    <PageFrame title={t('title')} about={pending.length > 0 ? t('about', { count: pending.length }) : undefined}>
      {problem ? (
        <div className="p-4 pb-0">
          <Notice title={t('notLoaded')}>
            <p className="pb-2">{problem}</p>
            <Button onClick={reload}>{t('tryAgain')}</Button>
          </Notice>
        </div>
      ) : null}
      {pending.length === 0 ? (
        <EmptyState icon={Stamp} title={t('empty')} text={t('emptyText')} example="triage-with-approval" />
      ) : (
        <>
          <h2 className="sr-only">{t('waiting')}</h2>
          <ul className="grid gap-4 p-4">
            {groupByRun(pending).map((group) => (
              <li key={group.runId}>
                <RunGroup group={group} nowMs={nowMs} />
              </li>
            ))}
          </ul>
        </>
      )}
      {hasMore ? <p className="px-4 pb-4 text-ink-2">{t('hasMore')}</p> : null}
      <DecidedList decided={decided} nowMs={nowMs} />
    </PageFrame>
  );
}

function RunGroup({ group: { runId, workflowName, approvals }, nowMs }: { group: RunApprovals; nowMs: number }) {
  const t = useTranslations('inbox');
  const hadFocus = useRef(false);
  return (
    <section
      aria-labelledby={`run-${runId} id-${runId}`}
      data-run={runId}
      className="max-w-220 overflow-hidden rounded-control border border-waiting-line bg-raised"
    >
      <header
        data-state="waiting"
        className="flex min-h-8 flex-wrap items-center gap-x-2 border-b border-waiting-line bg-waiting-bg px-3 py-1 text-waiting"
      >
        <span className="flex min-w-0 items-start gap-2">
          <span className="grid h-5 shrink-0 place-items-center">
            <StatusMark state="waiting" />
          </span>
          <h3 id={`run-${runId}`} className="text-name font-title wrap-anywhere">
            {visibleText(workflowName)}
          </h3>
        </span>
        <code id={`id-${runId}`} className="min-w-0 truncate text-meta text-ink-2">
          {runId}
        </code>
        <span className="grow" />
        <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} className="text-ink-1 underline">
          {t('openRun')}
        </Link>
      </header>
      <ul className="divide-y divide-line-2">
        {approvals.map((approval) => (
          <li key={approval.actionId}>
            <ApprovalItem
              runId={runId}
              approval={toOpenApproval(approval)}
              nodeLabel={approval.nodeLabel ?? approval.nodeId}
              nowMs={nowMs}
              hadFocus={hadFocus}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
