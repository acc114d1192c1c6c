'use client';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { KnowledgeDocumentResource } from '#lib/api/knowledge.contract.ts';

/** Marked like the states of runs. */
const states = { queued: 'queued', indexing: 'running', ready: 'succeeded', failed: 'failed' } as const;

export function DocumentStatus({ document }: { document: Pick<KnowledgeDocumentResource, 'status' | 'isEnabled'> }) {
  const t = useTranslations('knowledge');
  const { status, isEnabled } = document;
  return (
    <span className="inline-flex justify-self-end">
      {status === 'ready' && !isEnabled ? (
        <Tag>{t('off')}</Tag>
      ) : (
        <StatusBadge state={states[status]} label={t(`status.${status}`)} />
      )}
    </span>
  );
}
