'use client';
import { useTranslations } from 'use-intl';
import { SourceStatus } from '#components/ui/source-status.tsx';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';

export function McpStatus({ status }: Pick<McpServerResource, 'status'>) {
  const t = useTranslations('mcp.statuses');
  return <SourceStatus status={status} label={t(status)} />;
}
