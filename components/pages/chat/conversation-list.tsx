'use client';
import { UserRoundSearch } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { groupByDay } from '#components/pages/chat/group-by-day.ts';
import type { ListedSessionResource } from '#lib/api/sessions.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type ConversationListProps = {
  readonly items: readonly ListedSessionResource[];
  readonly currentId: string | undefined;
  readonly hasMore: boolean;
  readonly onShow: (id: string) => void;
};

/** The conversations of a visitor by day, the latest first. */
export function ConversationList({ items, currentId, hasMore, onShow }: ConversationListProps) {
  const t = useTranslations('chatPage');
  return (
    <div className="chat-conversations">
      {items.length === 0 ? <p className="chat-small px-2.5">{t('none')}</p> : null}
      {groupByDay(items, new Date()).map(({ group, items: sessions }) => (
        <section key={group} aria-label={t(`days.${group}`)}>
          <h2>{t(`days.${group}`)}</h2>
          <ul>
            {sessions.map((session) => (
              <li key={session.id}>
                <button
                  type="button"
                  data-session={session.id}
                  aria-current={session.id === currentId ? 'page' : undefined}
                  onClick={() => onShow(session.id)}
                >
                  <span className="chat-ellipsis">{visibleText(session.title || session.sessionId)}</span>
                  <State session={session} isNew={session.hasNewAnswer && session.id !== currentId} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasMore ? <p className="chat-small px-2.5">{t('hasMore')}</p> : null}
    </div>
  );
}

function State({ session: { status }, isNew }: { session: ListedSessionResource; isNew: boolean }) {
  const t = useTranslations('chatPage');
  if (isNew)
    return (
      <span className="chat-state" data-new>
        {t('newAnswer')}
      </span>
    );
  if (status !== 'waiting') return null;
  return (
    <span className="chat-state">
      <UserRoundSearch size={14} strokeWidth={1.7} aria-hidden="true" />
      {t('waits')}
    </span>
  );
}
