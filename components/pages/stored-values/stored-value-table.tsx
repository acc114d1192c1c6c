'use client';
import { PencilLine, Trash2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { TimeAgo } from '#components/ui/time-ago.tsx';
import type { StoredValueResource } from '#lib/api/stored-values.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const heading = 'h-7 px-2 text-left text-meta font-strong text-ink-3';
const MAX_SHOWN_CHARS = 200;

type StoredValueTableProps = {
  values: readonly StoredValueResource[];
  nowMs: number;
  onEdit: (stored: StoredValueResource) => void;
  onRemove: (stored: StoredValueResource) => void;
};

export function StoredValueTable({ values, nowMs, onEdit, onRemove }: StoredValueTableProps) {
  const t = useTranslations('storedValues');
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{t('title')}</caption>
      <thead className="border-b border-line-1 bg-chrome">
        <tr>
          <th scope="col" className={`${heading} pl-4! w-2/5`}>
            {t('key')}
          </th>
          <th scope="col" className={heading}>
            {t('value')}
          </th>
          <th scope="col" className={`${heading} w-32 max-md:hidden`}>
            {t('changed')}
          </th>
          <th scope="col" className={`${heading} w-32 max-md:hidden`}>
            {t('expires')}
          </th>
          <th scope="col" className={`${heading} w-20`}>
            <span className="sr-only">{t('columnsActions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {values.map((stored) => (
          <Row key={stored.key} stored={stored} nowMs={nowMs} onEdit={onEdit} onRemove={onRemove} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Pick<StoredValueTableProps, 'nowMs' | 'onEdit' | 'onRemove'> & { stored: StoredValueResource };

function Row({ stored, nowMs, onEdit, onRemove }: RowProps) {
  const t = useTranslations('storedValues');
  const format = useFormatter();
  const { key, value, updatedAt, expiresAt } = stored;
  const name = visibleText(key);
  return (
    <tr data-key={key} className="h-9 border-b border-line-1 hover:bg-hover">
      <th scope="row" className="truncate px-2 pl-4 text-left font-mono font-normal" title={name}>
        {name}
      </th>
      <td className="truncate px-2 font-mono text-ink-2">{visibleText(JSON.stringify(value).slice(0, MAX_SHOWN_CHARS))}</td>
      <td className="px-2 max-md:hidden">
        <TimeAgo at={updatedAt} nowMs={nowMs} />
      </td>
      <td className="num truncate px-2 text-ink-3 max-md:hidden">
        {expiresAt === null ? (
          t('never')
        ) : (
          <time dateTime={expiresAt} title={format.dateTime(new Date(expiresAt), { dateStyle: 'medium', timeStyle: 'medium' })}>
            {format.relativeTime(new Date(expiresAt), nowMs)}
          </time>
        )}
      </td>
      <td className="px-2">
        <div className="flex justify-end gap-1">
          <Button
            look="quiet"
            size="icon"
            aria-label={t('edit', { key: name })}
            title={t('edit', { key: name })}
            onClick={() => onEdit(stored)}
          >
            <PencilLine size={13} aria-hidden="true" />
          </Button>
          <Button
            look="quiet"
            size="icon"
            aria-label={t('remove', { key: name })}
            title={t('remove', { key: name })}
            onClick={() => onRemove(stored)}
          >
            <Trash2 size={13} aria-hidden="true" />
          </Button>
        </div>
      </td>
    </tr>
  );
}
