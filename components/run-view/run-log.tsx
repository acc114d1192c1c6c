'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { fitsFilter, type LogKind, logKinds } from '#components/run-view/log-filter.ts';
import { LogRow } from '#components/run-view/log-row.tsx';
import { Button } from '#components/ui/button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { PublicEvent } from '#lib/run/public-event.ts';

/** Rows drawn at once; earlier ones are shown on demand, so that a log of 100,000 events stays quick. */
const ROWS_STEP = 300;

type RunLogProps = { events: readonly PublicEvent[]; startedAt: string | undefined };

/** The run's events as they are stored, oldest first. */
export function RunLog({ events, startedAt }: RunLogProps) {
  const t = useTranslations('log');
  const [kind, setKind] = useState<LogKind>('all');
  const [text, setText] = useState('');
  const [rowsMax, setRowsMax] = useState(ROWS_STEP);
  const fitting = kind === 'all' && text === '' ? events : events.filter((event) => fitsFilter(event, { kind, text }));
  const shown = fitting.slice(-rowsMax);
  const hiddenCount = fitting.length - shown.length;
  return (
    <div className="@container min-w-0">
      <div className="flex flex-wrap items-center gap-2 border-b border-line-1 px-3 py-1.5">
        <TextInput
          type="search"
          aria-label={t('filter')}
          placeholder={t('filter')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-6! max-w-52"
        />
        <Segmented
          label={t('kinds')}
          value={kind}
          options={logKinds.map((value) => ({ value, label: t(`kindNames.${value}`) }))}
          onChange={setKind}
        />
        <span className="grow" />
        <span className="num text-ink-3">{t('shown', { shown: String(fitting.length), total: String(events.length) })}</span>
      </div>
      {events.length === 0 ? <p className="px-3 py-2 text-ink-3">{t('empty')}</p> : null}
      {events.length > 0 && fitting.length === 0 ? <p className="px-3 py-2 text-ink-3">{t('none')}</p> : null}
      {hiddenCount > 0 ? (
        <Button look="quiet" onClick={() => setRowsMax(rowsMax + ROWS_STEP)}>
          {t('earlier', { count: Math.min(hiddenCount, ROWS_STEP) })}
        </Button>
      ) : null}
      <ol data-part="log">
        {shown.map((event) => (
          <LogRow key={event.seq} event={event} startedAt={startedAt} />
        ))}
      </ol>
    </div>
  );
}
