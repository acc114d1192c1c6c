'use client';
import { useTranslations } from 'use-intl';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { ListedSessionResource } from '#lib/api/sessions.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type SessionListProps = {
  readonly items: readonly ListedSessionResource[];
  readonly currentId: string | undefined;
  readonly hasMore: boolean;
  /** Of several endpoints and users. @defaultValue true */
  readonly showsOwner?: boolean;
  readonly onShow: (sessionId: string) => void;
};

/** Sessions, the latest first. */
export function SessionList({ items, currentId, hasMore, showsOwner = true, onShow }: SessionListProps) {
  const t = useTranslations('sessions');
  const nowMs = useNow('slow');
  return (
    <div className="min-h-0 grow overflow-y-auto pb-2">
      {items.length === 0 ? <p className="px-3 py-2 text-ink-3">{t('none')}</p> : null}
      <ul>
        {items.map(({ id, title, sessionId, slug, user, turns, updatedAt }) => (
          <li key={id}>
            <button
              type="button"
              data-session={id}
              aria-current={id === currentId ? 'true' : undefined}
              onClick={() => onShow(id)}
              className="grid w-full gap-0.5 px-3 py-1.5 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
            >
              <span className="truncate">{visibleText(title || sessionId)}</span>
              <span className="flex min-w-0 gap-2 text-meta text-ink-3">
                <span className="shrink-0">{t('turns', { count: turns })}</span>
                <span className="min-w-0 grow truncate">{showsOwner ? [slug, user].filter(Boolean).join(' · ') : null}</span>
                <span className="shrink-0">
                  <TimeAgo at={updatedAt} nowMs={nowMs} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore ? <p className="px-3 py-2 text-meta text-ink-3">{t('hasMore')}</p> : null}
    </div>
  );
}
