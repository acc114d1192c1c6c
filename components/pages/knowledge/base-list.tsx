'use client';
import { useTranslations } from 'use-intl';
import { StatusBadge } from '#components/ui/status-badge.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { KnowledgeBaseResource } from '#lib/api/knowledge.contract.ts';

type BaseListProps = {
  bases: readonly KnowledgeBaseResource[];
  chosen: string | undefined;
  onChoose: (name: string) => void;
};

export function BaseList({ bases, chosen, onChoose }: BaseListProps) {
  const t = useTranslations('knowledge');
  return (
    <nav aria-label={t('list')} className="min-h-0 overflow-y-auto border-line-1 pb-4 md:border-r">
      <ul>
        {bases.map(({ name, title, documents, pending, failed, isEnabled }) => (
          <li key={name}>
            <button
              type="button"
              data-base={name}
              aria-current={name === chosen ? 'true' : undefined}
              onClick={() => onChoose(name)}
              className="grid w-full gap-0.5 border-b border-line-1 px-3 py-2 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
            >
              <span className="flex min-w-0 items-center justify-between gap-2">
                <span className="truncate font-strong">{title}</span>
                <BaseTag pending={pending} failed={failed} isEnabled={isEnabled} />
              </span>
              <span className="flex min-w-0 items-baseline justify-between gap-2 text-meta text-ink-3">
                <code className="truncate">{name}</code>
                <span className="num shrink-0">{t('documentCount', { count: documents })}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function BaseTag({ pending, failed, isEnabled }: Pick<KnowledgeBaseResource, 'pending' | 'failed' | 'isEnabled'>) {
  const t = useTranslations('knowledge');
  if (!isEnabled) return <Tag>{t('off')}</Tag>;
  if (pending > 0) return <StatusBadge state="running" label={t('indexing', { count: pending })} />;
  return failed > 0 ? <StatusBadge state="failed" label={t('failedCount', { count: failed })} /> : null;
}
