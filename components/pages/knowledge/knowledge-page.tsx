'use client';
import { LibraryBig, Plus } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useChosenEntry } from '#components/data/use-chosen-entry.ts';
import { BaseDetail } from '#components/pages/knowledge/base-detail.tsx';
import { BaseForm } from '#components/pages/knowledge/base-form.tsx';
import { BaseList } from '#components/pages/knowledge/base-list.tsx';
import { type KnowledgeAnswer, useKnowledgeBases } from '#components/pages/knowledge/use-knowledge.ts';
import { EmptyState } from '#components/shell/empty-state.tsx';
import { isLeaving } from '#components/shell/is-leaving.ts';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';

const DETAIL_ID = 'knowledge-detail';
const ADD_ID = 'add-base';

/** The knowledge bases of the workspace, with their documents. The URL contains base and document. */
export function KnowledgePage({ first }: { first: KnowledgeAnswer }) {
  const t = useTranslations('knowledge');
  const query = useSearchParams();
  const [baseName, showBase] = useChosenEntry('/knowledge', 'base');
  const { items, embeddings, rerankers, hasVectors, error, reload, change } = useKnowledgeBases(first);
  const [isAdding, setIsAdding] = useState(false);
  const chosen = items.find(({ name }) => name === baseName) ?? items[0];
  const endpoints = { embeddings, rerankers, hasVectors };

  function choose(name: string) {
    setIsAdding(false);
    showBase(name);
    // On a narrow screen it is below the list.
    document.getElementById(DETAIL_ID)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      actions={
        <Button id={ADD_ID} look="primary" size="large" aria-expanded={isAdding} onClick={() => setIsAdding(true)}>
          <Plus size={14} aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      <LoadProblem error={error} isStale onRetry={() => void reload()} className="px-4 py-3" />
      {items.length === 0 && !isAdding ? (
        <EmptyState icon={LibraryBig} title={t('emptyTitle')} text={t('emptyText')} example="answers-from-documents">
          <Button look="primary" size="large" onClick={() => setIsAdding(true)}>
            <Plus size={14} aria-hidden="true" />
            {t('addFirst')}
          </Button>
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 min-h-full md:h-full md:grid-cols-[264px_minmax(0,1fr)] md:overflow-hidden">
          <BaseList bases={items} chosen={isAdding ? undefined : chosen?.name} onChoose={choose} />
          <div
            id={DETAIL_ID}
            tabIndex={-1}
            className="min-h-0 min-w-0 overflow-y-auto outline-none max-md:border-t max-md:border-line-2"
          >
            {isAdding ? (
              <BaseForm
                endpoints={endpoints}
                onSaved={async (base) => {
                  change(base.name, base);
                  if (isLeaving()) return;
                  choose(base.name);
                  // The form that had the focus is gone.
                  document.getElementById(DETAIL_ID)?.focus({ preventScroll: true });
                  await reload();
                }}
                onCancel={() => {
                  setIsAdding(false);
                  document.getElementById(ADD_ID)?.focus();
                }}
              />
            ) : chosen ? (
              <BaseDetail
                key={`${chosen.name} ${query.get('chunk') ?? ''}`}
                base={chosen}
                endpoints={endpoints}
                onDeleted={async () => {
                  change(chosen.name, undefined);
                  await reload();
                }}
              />
            ) : null}
          </div>
        </div>
      )}
    </PageFrame>
  );
}
