'use client';
import { useTranslations } from 'use-intl';
import { Tag } from '#components/ui/tag.tsx';
import type { KnowledgeDocumentResource } from '#lib/api/knowledge.contract.ts';

const looks = { queued: 'accent', indexing: 'accent', ready: 'plain', failed: 'failed' } as const;

export function DocumentStatus({ document }: { document: Pick<KnowledgeDocumentResource, 'status' | 'isEnabled'> }) {
  const t = useTranslations('knowledge');
  const { status, isEnabled } = document;
  return (
    <span className="inline-flex justify-self-end">
      <Tag look={looks[status]}>{status === 'ready' && !isEnabled ? t('off') : t(`status.${status}`)}</Tag>
    </span>
  );
}
