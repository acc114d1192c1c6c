'use client';
import { X } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { chipKeys, type RunFilters } from '#components/pages/runs/run-filters.ts';

type FilterChipsProps = { filters: RunFilters; onChange: (filters: RunFilters) => void };

/** Filters that came with a link, as from a dashboard; each can be removed. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const t = useTranslations('runs.filters.chips');
  const format = useFormatter();
  const time = (moment: string) =>
    format.dateTime(new Date(moment), { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return chipKeys.map((key) => {
    const value = filters[key];
    if (value === undefined) return null;
    const isTime = key === 'after' || key === 'before';
    const name = key === 'errorNode' && value === '' ? t('noNode') : t(key, { value: isTime ? time(value) : value });
    return (
      <span
        key={key}
        data-chip={key}
        className="inline-flex h-6 max-w-60 items-center rounded-control bg-accent-bg pl-2 text-meta text-ink-1"
      >
        <span title={name} className="truncate">
          {name}
        </span>
        <button
          type="button"
          aria-label={t('remove', { name })}
          onClick={() => onChange(without(filters, key))}
          className="grid size-6 shrink-0 place-items-center rounded-control text-ink-2 hover:text-ink-1"
        >
          <X size={12} aria-hidden="true" />
        </button>
      </span>
    );
  });
}

/** Without the code, the node of an error means nothing. */
function without(filters: RunFilters, key: (typeof chipKeys)[number]): RunFilters {
  const gone: readonly string[] = key === 'code' ? ['code', 'errorNode'] : [key];
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !gone.includes(name)));
}
