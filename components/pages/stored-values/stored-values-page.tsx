'use client';
import { Archive, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { StoredValueForm } from '#components/pages/stored-values/stored-value-form.tsx';
import { StoredValueTable } from '#components/pages/stored-values/stored-value-table.tsx';
import { type StoredValuesList, useStoredValues } from '#components/pages/stored-values/use-stored-values.ts';
import { EmptyState } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { StoredValueResource } from '#lib/api/stored-values.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type StoredValuesPageProps = { first: StoredValuesList; loadedAtMs: number };

/** The values that workflows keep between runs: find, change and delete them. */
export function StoredValuesPage({ first, loadedAtMs }: StoredValuesPageProps) {
  const t = useTranslations('storedValues');
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const { values, nowMs, hasMore, problem, loadMore, reload, change } = useStoredValues(search, { first, loadedAtMs });
  const [opened, setOpened] = useState<{ readonly stored: StoredValueResource | undefined }>();
  const [leaving, setLeaving] = useState<StoredValueResource>();

  function remove() {
    const key = leaving?.key;
    setLeaving(undefined);
    if (key !== undefined) void change(() => apiClient.deleteStoredValue({ query: { key } }));
  }

  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      actions={
        <Button id="add-stored-value" look="primary" size="large" onClick={() => setOpened({ stored: undefined })}>
          <Plus size={14} aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      <div aria-live="polite">
        {problem === undefined ? null : (
          <div className="px-4 pt-3">
            <Notice title={t('notSaved')}>{problem}</Notice>
          </div>
        )}
      </div>
      {opened ? (
        <section aria-labelledby="setting-value" className="border-b border-line-1 px-4 py-4">
          <h2 id="setting-value" className="mb-3 text-name font-title wrap-anywhere">
            {opened.stored ? t('edit', { key: visibleText(opened.stored.key) }) : t('add')}
          </h2>
          <StoredValueForm
            key={opened.stored?.key}
            stored={opened.stored}
            nowMs={nowMs}
            onSave={(body) => apiClient.setStoredValue({ body })}
            onSaved={async () => {
              setOpened(undefined);
              await reload();
            }}
            onCancel={() => setOpened(undefined)}
          />
        </section>
      ) : null}
      {first.items.length > 0 || values.length > 0 || search !== '' ? (
        <search>
          <form
            className="flex max-w-100 items-center gap-1 px-4 py-2"
            onSubmit={(event) => {
              event.preventDefault();
              setSearch(typed.trim());
            }}
          >
            <TextInput
              type="search"
              aria-label={t('search')}
              placeholder={t('search')}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              className="min-w-0 grow"
            />
            <Button type="submit" size="icon" aria-label={t('find')} title={t('find')}>
              <Search size={13} aria-hidden="true" />
            </Button>
          </form>
        </search>
      ) : null}
      {values.length > 0 ? (
        <StoredValueTable values={values} nowMs={nowMs} onEdit={(stored) => setOpened({ stored })} onRemove={setLeaving} />
      ) : search === '' ? (
        opened ? null : (
          <EmptyState icon={Archive} title={t('empty')} text={t('emptyText')}>
            <Button look="primary" size="large" onClick={() => setOpened({ stored: undefined })}>
              <Plus size={14} aria-hidden="true" />
              {t('addFirst')}
            </Button>
          </EmptyState>
        )
      ) : (
        <p className="p-4 text-ink-2 wrap-anywhere">{t('none', { text: search })}</p>
      )}
      {hasMore ? (
        <div className="p-4">
          <Button onClick={loadMore}>{t('more')}</Button>
        </div>
      ) : null}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        title={t('removeQuestion', { key: visibleText(leaving?.key ?? '') })}
        cancelLabel={t('cancel')}
        confirmLabel={t('removeIt')}
        focusAfterId="add-stored-value"
        onCancel={() => setLeaving(undefined)}
        onConfirm={remove}
      >
        {t('removeText')}
      </ConfirmDialog>
    </PageFrame>
  );
}
