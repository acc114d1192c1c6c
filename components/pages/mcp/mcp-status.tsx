'use client';
import { useTranslations } from 'use-intl';
import { type MarkedState, StatusMark } from '#components/ui/status-mark.tsx';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';

const marks: Readonly<Record<McpServerResource['status'], MarkedState>> = {
  unread: 'queued',
  unaccepted: 'waiting',
  ready: 'succeeded',
  changed: 'waiting',
  'sign-in': 'waiting',
  failed: 'failed',
  off: 'skipped',
};

export function McpStatus({ status }: Pick<McpServerResource, 'status'>) {
  const t = useTranslations('mcp.statuses');
  return (
    <span data-state={marks[status]} className="inline-flex shrink-0 items-center gap-1 text-meta text-state">
      <StatusMark state={marks[status]} />
      {t(status)}
    </span>
  );
}
