'use client';
import { useTranslations } from 'use-intl';
import { nameOfUser } from '#components/pages/memory/name-of-user.ts';
import { Button } from '#components/ui/button.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { ListedMemoryUserResource } from '#lib/api/memory.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type UserListProps = {
  readonly users: readonly ListedMemoryUserResource[];
  readonly chosen: string | undefined;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onChoose: (userId: string) => void;
  /** Loads more of them; undefined when all are listed. */
  readonly onMore: (() => void) | undefined;
};

/** Users, the latest change first. */
export function UserList({ users, chosen, search, onSearch, onChoose, onMore }: UserListProps) {
  const t = useTranslations('memory');
  const home = useTranslations('home');
  const nowMs = useNow('slow');
  return (
    <nav aria-label={t('list')} className="flex min-h-0 flex-col border-line-1 max-md:max-h-64 md:border-r">
      <search className="shrink-0 border-b border-line-1 p-2">
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          maxLength={200}
          onChange={(event) => onSearch(event.target.value)}
          className="w-full"
        />
      </search>
      <div className="min-h-0 grow overflow-y-auto">
        {users.length === 0 ? <p className="px-3 py-2 text-ink-3">{t('noneFound')}</p> : null}
        <ul>
          {users.map((user) => (
            <li key={user.userId}>
              <button
                type="button"
                data-user={user.userId}
                aria-current={user.userId === chosen ? 'true' : undefined}
                onClick={() => onChoose(user.userId)}
                className="grid w-full gap-0.5 border-b border-line-1 px-3 py-2 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
              >
                <span className="flex min-w-0 items-center justify-between gap-2">
                  <span className="truncate font-strong">{nameOfUser(user, t)}</span>
                  {user.pending > 0 ? <Tag look="accent">{t('pending', { count: user.pending })}</Tag> : null}
                </span>
                <span className="flex min-w-0 items-baseline gap-2 text-meta text-ink-3">
                  <span className="min-w-0 grow truncate">{visibleText(user.slug ?? t('draft'))}</span>
                  <span className="num shrink-0">{t('recordCount', { count: user.records })}</span>
                  <span className="shrink-0">
                    <TimeAgo at={user.changedAt} nowMs={nowMs} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {onMore ? (
          <Button look="quiet" onClick={onMore} className="m-2">
            {home('loadMore')}
          </Button>
        ) : null}
      </div>
    </nav>
  );
}
