'use client';
import { useTranslations } from 'use-intl';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';

const marks: Readonly<Record<A2aServiceResource['status'], MarkedState>> = {
  unread: 'queued',
  unaccepted: 'waiting',
  ready: 'succeeded',
  changed: 'waiting',
  failed: 'failed',
  unpublished: 'failed',
  off: 'skipped',
};

export function AgentStatus({ status }: Pick<A2aServiceResource, 'status'>) {
  const t = useTranslations('a2aAgents.statuses');
  return (
    <span data-state={marks[status]} className="inline-flex shrink-0 items-center gap-1 text-meta text-state">
      <StatusMark state={marks[status]} />
      {t(status)}
    </span>
  );
}
