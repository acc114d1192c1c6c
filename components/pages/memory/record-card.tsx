'use client';
import Link from 'next/link';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { TextEntryForm } from '#components/pages/text-entry-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { MemoryRecordResource } from '#lib/api/memory.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const MAX_CHARS = 2000;

/** One record: when and from which run, its text, and what can be done with it. */
export function RecordCard({ record, onChanged }: { record: MemoryRecordResource; onChanged: () => Promise<void> }) {
  const t = useTranslations('memory');
  const format = useFormatter();
  const [isEditing, setIsEditing] = useState(false);
  const [isForgetting, setIsForgetting] = useState(false);
  const { isBusy, problem, run } = useChange({ onSettled: onChanged });
  const { recordId, runId, source, isEdited, changedAt, expiresAt } = record;
  const params = { recordId };
  return (
    <li data-record={recordId} className="grid min-w-0 gap-1 rounded-md border border-line-1 p-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta text-ink-3">
        <time dateTime={changedAt} className="num">
          {format.dateTime(new Date(changedAt), { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })}
        </time>
        {runId === null ? (
          <span>{t(`sources.${source}`)}</span>
        ) : (
          <Link href={`/runs/${encodeURIComponent(runId)}`} prefetch={false} className="text-accent underline">
            {t(`sources.${source}`)}
          </Link>
        )}
        {isEdited ? <Tag look="accent">{t('edited')}</Tag> : null}
        <span>{t('until', { date: format.dateTime(new Date(expiresAt), { dateStyle: 'medium' }) })}</span>
        {!isEditing ? (
          <span className="ml-auto flex gap-1">
            <Button look="quiet" onClick={() => setIsEditing(true)}>
              {t('correct')}
            </Button>
            <Button look="quiet" aria-disabled={isBusy || undefined} onClick={() => setIsForgetting(true)}>
              {t('forget')}
            </Button>
          </span>
        ) : null}
      </div>
      {!isEditing ? (
        <p className="whitespace-pre-wrap wrap-anywhere">{visibleText(record.text)}</p>
      ) : (
        <TextEntryForm
          label={t('recordText')}
          first={record.text}
          rows={5}
          maxLength={MAX_CHARS}
          autoFocus
          problemTitle={t('notDone')}
          saveLabel={t('save')}
          cancelLabel={t('cancel')}
          send={(text) => apiClient.updateMemoryRecord({ params, body: { text: text.trim() } })}
          onSaved={async () => {
            await onChanged();
            setIsEditing(false);
          }}
          onCancel={() => setIsEditing(false)}
        />
      )}
      <FailureNotice title={t('notDone')}>{problem}</FailureNotice>
      <ConfirmDialog
        isOpen={isForgetting}
        title={t('forgetTitle')}
        cancelLabel={t('cancel')}
        confirmLabel={t('forget')}
        focusAfterId="main"
        onCancel={() => setIsForgetting(false)}
        onConfirm={() => {
          setIsForgetting(false);
          void run(() => apiClient.deleteMemoryRecord({ params }));
        }}
      >
        <p>{t('forgetText')}</p>
      </ConfirmDialog>
    </li>
  );
}
