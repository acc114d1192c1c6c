'use client';
import { useTranslations } from 'use-intl';
import { SourceStatus } from '#components/ui/source-status.tsx';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';

export function AgentStatus({ status }: Pick<A2aServiceResource, 'status'>) {
  const t = useTranslations('a2aAgents.statuses');
  return <SourceStatus status={status} label={t(status)} />;
}
