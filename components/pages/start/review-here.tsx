'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type RefObject, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { ApprovalItem } from '#components/run-view/approvals/approval-item.tsx';
import { focusDecision } from '#components/run-view/approvals/focus-decision.ts';
import { toOpenApproval } from '#components/run-view/approvals/to-open-approval.ts';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { useNow } from '#components/ui/use-now.ts';

const POLL_MS = 3000;
const MAX_APPROVALS = 100;

type ReviewHereProps = {
  actionId: string;
  runId: string;
  /** Set when it is removed while it has the focus. */
  hadFocus: RefObject<boolean>;
  /** It is decided, here or elsewhere. */
  onDecided: () => void;
};

/** One open approval, to be decided where it is listed. Takes the focus. */
export function ReviewHere({ actionId, runId, hadFocus, onDecided }: ReviewHereProps) {
  const t = useTranslations('start.needs');
  const nowMs = useNow('slow');
  const { data, error, refetch } = useQuery({
    queryKey: ['approvals', runId],
    queryFn: ({ signal }) => apiClient.listApprovals({ query: { runId, status: 'pending', limit: MAX_APPROVALS } }, { signal }),
    refetchInterval: POLL_MS,
  });
  const approval = data?.items.find((item) => item.actionId === actionId);
  const isShown = approval !== undefined;
  const isDecided = data !== undefined && !isShown;
  useEffect(() => {
    if (isShown) focusDecision(actionId);
  }, [isShown, actionId]);
  useEffect(() => {
    if (isDecided) onDecided();
  }, [isDecided, onDecided]);
  return (
    <div className="-mx-3.5 border-t border-line-1 bg-raised">
      <LoadProblem error={error} onRetry={() => void refetch()} className="p-3" />
      {approval ? (
        <ApprovalItem
          runId={runId}
          approval={toOpenApproval(approval)}
          nodeLabel={approval.nodeLabel ?? approval.nodeId}
          nowMs={nowMs}
          hadFocus={hadFocus}
        />
      ) : null}
      <p className="px-3 pb-2">
        <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} className="text-accent hover:underline">
          {t('openRun')}
        </Link>
      </p>
    </div>
  );
}
