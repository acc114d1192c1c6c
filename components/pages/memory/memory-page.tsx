'use client';
import { Brain } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useChosenEntry } from '#components/data/use-chosen-entry.ts';
import { TaskTable } from '#components/pages/memory/task-table.tsx';
import { type MemoryUsers, PAGE, useMemoryTasks, useMemoryUsers } from '#components/pages/memory/use-memory.ts';
import { UserDetail } from '#components/pages/memory/user-detail.tsx';
import { UserList } from '#components/pages/memory/user-list.tsx';
import { EmptyState } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Segmented } from '#components/ui/segmented.tsx';

const DETAIL_ID = 'memory-detail';

/** Users with what is known about each, and the log of tasks. The URL has the user or the view. */
export function MemoryPage({ first }: { first: MemoryUsers }) {
  const t = useTranslations('memory');
  const router = useRouter();
  const query = useSearchParams();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PAGE);
  const { items: users, nextCursor } = useMemoryUsers(first, { search, shown }).data ?? { items: [], nextCursor: null };
  const view = query.get('view') === 'tasks' ? 'tasks' : 'users';
  const [wanted, showUser] = useChosenEntry('/memory', 'user');
  const chosen = users.find(({ userId }) => userId === wanted) ?? users[0];

  function choose(userId: string) {
    showUser(userId);
    // On a narrow screen it is below the list.
    document.getElementById(DETAIL_ID)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      actions={
        <Segmented
          label={t('view')}
          value={view}
          options={(['users', 'tasks'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
          onChange={(next) => router.replace(next === 'tasks' ? '/memory?view=tasks' : '/memory', { scroll: false })}
        />
      }
    >
      {view === 'tasks' ? (
        <AllTasks />
      ) : users.length === 0 && search === '' ? (
        <EmptyState icon={Brain} title={t('emptyTitle')} text={t('emptyText')} example="assistant-with-memory" />
      ) : (
        <div className="grid grid-cols-1 min-h-full content-start md:h-full md:grid-cols-[264px_minmax(0,1fr)] md:content-stretch md:overflow-hidden">
          <UserList
            users={users}
            chosen={chosen?.userId}
            search={search}
            onSearch={setSearch}
            onChoose={choose}
            onMore={nextCursor === null ? undefined : () => setShown(shown + PAGE)}
          />
          <div id={DETAIL_ID} className="min-h-0 min-w-0 overflow-y-auto max-md:border-t max-md:border-line-2">
            {chosen ? <UserDetail key={chosen.userId} user={chosen} /> : null}
          </div>
        </div>
      )}
    </PageFrame>
  );
}

function AllTasks() {
  const t = useTranslations('memory');
  const { data } = useMemoryTasks();
  return (
    <div className="grid gap-3 p-4">
      <p className="max-w-[80ch] text-ink-2">{t('tasksAbout')}</p>
      {data ? <TaskTable tasks={data.items} hasUsers /> : null}
    </div>
  );
}
