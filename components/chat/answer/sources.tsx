'use client';
import type { MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ChatSource } from '#lib/chat/chat-answer.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import '../look/sources.css';

type SourceChipProps = {
  readonly source: ChatSource;
  readonly cardId: string;
  readonly onName: (index: number) => void;
};

/** The number of a source in the text. It moves the focus to its card. */
export function SourceChip({ source, cardId, onName }: SourceChipProps) {
  const t = useTranslations('chat');
  const { index, title, page } = source;
  function show(event: MouseEvent) {
    event.preventDefault();
    onName(index);
    document.getElementById(cardId)?.focus();
  }
  return (
    <a
      href={`#${cardId}`}
      className="chat-cite"
      onClick={show}
      aria-label={t('sourceNumber', { index, title: visibleText(title), page: page ?? 0 })}
    >
      {index}
    </a>
  );
}

type SourceCardsProps = {
  readonly sources: readonly ChatSource[];
  /** That which a chip led to. */
  readonly named: number | undefined;
  readonly idOf: (index: number) => string;
};

/** What an answer quotes: title, page and passage. A card with an address opens it. */
export function SourceCards({ sources, named, idOf }: SourceCardsProps) {
  const t = useTranslations('chat');
  return (
    <ul aria-label={t('sources')} className="chat-sources">
      {sources.map((source) => {
        const { index, url } = source;
        const look = { id: idOf(index), className: 'chat-source', 'data-named': index === named || undefined };
        return (
          <li key={index} data-citation={index} className="min-w-0">
            {url === undefined ? (
              <div {...look} tabIndex={-1}>
                <CardText source={source} />
              </div>
            ) : (
              <a {...look} href={url} target="_blank" rel="noopener noreferrer nofollow">
                <CardText source={source} />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function CardText({ source: { index, title, page, place, snippet } }: { source: ChatSource }) {
  const t = useTranslations('chat');
  const where = [...(page === undefined ? [] : [t('page', { page })]), ...(place === undefined ? [] : [visibleText(place)])];
  return (
    <>
      <span className="chat-source-title">
        <span className="chat-cite">{index}</span>
        <span className="chat-ellipsis" title={visibleText(title)}>
          {visibleText(title)}
        </span>
      </span>
      {where.length === 0 ? null : <span className="chat-source-place chat-ellipsis">{where.join(' · ')}</span>}
      {snippet === undefined ? null : <span className="chat-source-snippet">{t('quote', { text: visibleText(snippet) })}</span>}
    </>
  );
}
