'use client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
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
  const [text, setText] = useState<string>();
  const card = useRef<HTMLLIElement>(null);
  const { isBusy, problem, run } = useChange({ onSettled: onChanged });
  const params = { name: base.name, chunkId: chunk.chunkId };
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  const change = (body: { text?: string; isEnabled?: boolean }) =>
    run(async () => {
      await apiClient.updateKnowledgeChunk({ params, body });
      setText(undefined);
    });
  async function save(event: FormEvent) {
    event.preventDefault();
    if (text !== undefined) await change({ text });
  }
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
        {text === undefined ? (
          <span className="ml-auto flex gap-1">
            <Button look="quiet" onClick={() => setText(chunk.text)}>
              {t('correct')}
            </Button>
            <Button look="quiet" aria-disabled={isBusy || undefined} onClick={() => void change({ isEnabled: !chunk.isEnabled })}>
              {chunk.isEnabled ? t('switchOff') : t('switchOn')}
            </Button>
          </span>
        ) : null}
      </p>
      {text === undefined ? (
        <p
          className={`max-h-80 overflow-y-auto whitespace-pre-wrap wrap-anywhere ${chunk.kind === 'text' ? '' : 'font-mono text-meta'}`}
        >
          {visibleText(chunk.text)}
        </p>
      ) : (
        <form onSubmit={(event) => void save(event)} className="grid gap-2">
          <TextArea
            aria-label={t('chunkText', { number: chunk.position + 1 })}
            required
            rows={8}
            maxLength={20_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <div className="flex gap-2">
            <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
              {t('save')}
            </Button>
            <Button onClick={() => setText(undefined)}>{t('cancel')}</Button>
          </div>
        </form>
      )}
      {problem === undefined ? null : <Notice title={t('notSaved')}>{problem}</Notice>}
    </li>
  );
}
