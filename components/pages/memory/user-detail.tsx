'use client';
import { Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { nameOfUser } from '#components/pages/memory/name-of-user.ts';
import { RecordCard } from '#components/pages/memory/record-card.tsx';
import { TaskTable } from '#components/pages/memory/task-table.tsx';
import { useForgotten, useMemoryTasks, useMemoryUser, useReload } from '#components/pages/memory/use-memory.ts';
import { TextEntryForm } from '#components/pages/text-entry-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ListedMemoryUserResource } from '#lib/api/memory.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const MAX_CHARS = 2000;

/** What is known about one user: records to search, correct, add and forget, and the tasks that wrote them. */
export function UserDetail({ user }: { user: ListedMemoryUserResource }) {
  const t = useTranslations('memory');
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const [isForgetting, setIsForgetting] = useState(false);
  const reload = useReload();
  const forgetting = useChange({ onSettled: useForgotten(user.userId) });
  const { userId, slug, workflowId, pending } = user;
  const { data, error } = useMemoryUser(userId, { query, isPending: pending > 0 });
  const tasks = useMemoryTasks(userId).data?.items ?? [];
  const name = nameOfUser(user, t);
  const params = { userId };
  const problem = forgetting.problem ?? (error ? errorMessage(error) : undefined);

  function closeNew() {
    setIsAdding(false);
    document.getElementById('add-record')?.focus();
  }

  return (
    <article className="grid min-w-0 content-start gap-3 p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 text-title font-title wrap-anywhere">{name}</h2>
        {workflowId === null ? (
          <span className="text-meta text-ink-3">
            {t('ofEndpoint')} <code>{visibleText(slug ?? '')}</code>
          </span>
        ) : (
          <Link
            href={`/workflows/${encodeURIComponent(workflowId)}`}
            prefetch={false}
            className="text-meta text-accent underline"
          >
            {t('ofDraft')}
          </Link>
        )}
        <span className="ml-auto flex gap-2">
          <Button id="add-record" aria-expanded={isAdding} onClick={() => setIsAdding(!isAdding)}>
            <Plus size={13} aria-hidden="true" />
            {t('add')}
          </Button>
          <Button id="forget-user" look="quiet" onClick={() => setIsForgetting(true)}>
            {t('forgetUser')}
          </Button>
        </span>
      </header>
      <FailureNotice title={t('notDone')}>{problem}</FailureNotice>
      {isAdding ? (
        <div className="rounded-md border border-line-1 p-2">
          <TextEntryForm
            label={t('newRecord')}
            placeholder={t('newRecordExample')}
            autoFocus
            rows={3}
            maxLength={MAX_CHARS}
            problemTitle={t('notDone')}
            saveLabel={t('save')}
            cancelLabel={t('cancel')}
            send={(text) => apiClient.addMemoryRecord({ params, body: { text: text.trim() } })}
            onSaved={async () => {
              await reload();
              closeNew();
            }}
            onCancel={closeNew}
          />
        </div>
      ) : null}
      <search>
        <form
          className="flex max-w-[520px] items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            setQuery(typed.trim());
          }}
        >
          <TextInput
            type="search"
            aria-label={t('find')}
            placeholder={t('find')}
            value={typed}
            maxLength={MAX_CHARS}
            onChange={(event) => {
              setTyped(event.target.value);
              if (event.target.value === '') setQuery('');
            }}
            className="min-w-0 grow"
          />
          <Button type="submit">{t('findButton')}</Button>
        </form>
      </search>
      {data && data.records.length === 0 ? (
        <p className="text-ink-3">{query === '' ? t(pending > 0 ? 'writing' : 'noRecords') : t('noneFits')}</p>
      ) : null}
      <ul aria-label={t('records')} className="grid gap-2">
        {data?.records.map((record) => (
          <RecordCard key={record.recordId} record={record} onChanged={reload} />
        ))}
      </ul>
      {tasks.length === 0 ? null : (
        <details className="min-w-0">
          <summary className="cursor-pointer text-ink-2">{t('tasks', { count: tasks.length })}</summary>
          <div className="mt-2">
            <TaskTable tasks={tasks} />
          </div>
        </details>
      )}
      <ConfirmDialog
        isOpen={isForgetting}
        title={t('forgetUserTitle', { name })}
        cancelLabel={t('cancel')}
        confirmLabel={t('forgetUser')}
        focusAfterId="main"
        onCancel={() => setIsForgetting(false)}
        onConfirm={() => {
          setIsForgetting(false);
          void forgetting.run(() => apiClient.deleteMemoryUser({ params }));
        }}
      >
        <p>{t('forgetUserText')}</p>
      </ConfirmDialog>
    </article>
  );
}
