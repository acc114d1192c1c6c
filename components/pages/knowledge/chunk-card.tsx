'use client';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { TextEntryForm } from '#components/pages/text-entry-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { KnowledgeBaseResource, KnowledgeChunkResource } from '#lib/api/knowledge.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type ChunkCardProps = {
  base: KnowledgeBaseResource;
  chunk: KnowledgeChunkResource;
  /** The one that a citation leads to. */
  isWanted: boolean;
  onChanged: () => Promise<void>;
};

/** A chunk: its place, its text, and a form to correct it. */
export function ChunkCard({ base, chunk, isWanted, onChanged }: ChunkCardProps) {
  const t = useTranslations('knowledge');
  const [isEditing, setIsEditing] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  const { isBusy, problem, run } = useChange({ onSettled: onChanged });
  const params = { name: base.name, chunkId: chunk.chunkId };
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const isMissing = base.embedding !== null && !chunk.hasVector;
  return (
    <li
      ref={card}
      data-chunk={chunk.position}
      className={`grid min-w-0 gap-1 rounded-md border p-2 ${isWanted ? 'border-accent bg-accent-bg' : 'border-line-1'} ${chunk.isEnabled ? '' : 'bg-sunken'}`}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-ink-3">
        <span className="num">#{chunk.position + 1}</span>
        {chunk.page === null ? null : <span className="num">{t('page', { page: chunk.page })}</span>}
        <span className="min-w-0 wrap-anywhere">{visibleText(chunk.heading)}</span>
        {chunk.kind === 'text' ? null : <Tag>{t(`kinds.${chunk.kind}`)}</Tag>}
        {chunk.isEdited ? <Tag look="accent">{t('edited')}</Tag> : null}
        {chunk.isEnabled ? null : <Tag>{t('off')}</Tag>}
        {isMissing ? <Tag look="waiting">{t('noVector')}</Tag> : null}
        {!isEditing ? (
          <span className="ml-auto flex gap-1">
            <Button look="quiet" onClick={() => setIsEditing(true)}>
              {t('correct')}
            </Button>
            <Button
              look="quiet"
              aria-disabled={isBusy || undefined}
              onClick={() => void run(() => apiClient.updateKnowledgeChunk({ params, body: { isEnabled: !chunk.isEnabled } }))}
            >
              {chunk.isEnabled ? t('switchOff') : t('switchOn')}
            </Button>
          </span>
        ) : null}
      </p>
      {!isEditing ? (
        <p
          className={`max-h-80 overflow-y-auto whitespace-pre-wrap wrap-anywhere ${chunk.kind === 'text' ? '' : 'font-mono text-meta'}`}
        >
          {visibleText(chunk.text)}
        </p>
      ) : (
        <TextEntryForm
          label={t('chunkText', { number: chunk.position + 1 })}
          first={chunk.text}
          rows={8}
          maxLength={20_000}
          autoFocus
          problemTitle={t('notSaved')}
          saveLabel={t('save')}
          cancelLabel={t('cancel')}
          send={(text) => apiClient.updateKnowledgeChunk({ params, body: { text } })}
          onSaved={async () => {
            await onChanged();
            setIsEditing(false);
          }}
          onCancel={() => setIsEditing(false)}
        />
      )}
      <FailureNotice title={t('notSaved')}>{problem}</FailureNotice>
    </li>
  );
}
