'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { nextBatch } from '#components/pages/knowledge/indexing-batch.ts';
import { Progress } from '#components/ui/progress.tsx';
import type { KnowledgeBaseResource, KnowledgeDocumentResource } from '#lib/api/knowledge.contract.ts';

type BaseIndexingProps = { readonly label: string; readonly pending: number; readonly partlyDone?: number };

/** How many of the documents that were pending are indexed; nothing without any. */
export function IndexingProgress({ label, pending, partlyDone = 0 }: BaseIndexingProps) {
  const t = useTranslations('progress');
  const [last, setLast] = useState(() => nextBatch(undefined, pending));
  const batch = nextBatch(last, pending);
  if (batch !== last) setLast(batch);
  if (!batch) return null;
  const done = batch.total - batch.pending;
  return (
    <Progress
      label={label}
      work={{ done: Math.min(done + partlyDone, batch.total), total: batch.total }}
      amount={t('documents', { done, total: batch.total })}
    />
  );
}

/** That of all documents of a base together. */
export function BaseIndexing({ base: { pending, partlyDone } }: { readonly base: KnowledgeBaseResource }) {
  const t = useTranslations('knowledge');
  return <IndexingProgress label={t('indexingBase')} pending={pending} partlyDone={partlyDone} />;
}

/** That of one document while it is indexed. */
export function DocumentIndexing({ document }: { readonly document: KnowledgeDocumentResource }) {
  const t = useTranslations('knowledge');
  const progress = useTranslations('progress');
  const { title, indexing } = document;
  if (indexing === null) return null;
  const { phase, done, total } = indexing;
  // The parts of the work have rates of their own.
  return (
    <Progress
      key={phase}
      look="line"
      label={t(`phases.${phase}`, { title })}
      work={{ done, total: total ?? undefined }}
      amount={total === null ? t('readingDocument') : progress('chunks', { done, total })}
    />
  );
}
