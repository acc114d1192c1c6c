'use client';
import { ToggleGroup } from 'radix-ui';
import { type ReactNode, useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Select } from '#components/ui/select.tsx';
import { type CronSentence, hourSteps, minuteSteps, type Nth } from '#lib/trigger-kit/cron-sentence.ts';

type PartProps<Kind extends CronSentence['kind'] = CronSentence['kind']> = {
  sentence: Extract<CronSentence, { kind: Kind }>;
  onChange: (next: CronSentence) => void;
};

/** The steps, days and time of a sentence. */
export function CronSentenceFields({ sentence, onChange }: PartProps) {
  const t = useTranslations('triggers.schedule');
  switch (sentence.kind) {
    case 'minutes':
      return (
        <Numbers
          label={t('everyMinutes')}
          value={sentence.every}
          numbers={minuteSteps}
          word={(count) => t('minutes', { count })}
          onChange={(every) => onChange({ ...sentence, every })}
        />
      );
    case 'hours':
      return (
        <Row>
          <Numbers
            label={t('everyHours')}
            value={sentence.every}
            numbers={hourSteps}
            word={(count) => t('hours', { count })}
            onChange={(every) => onChange({ ...sentence, every })}
          />
          <Numbers
            label={t('minuteOfHour')}
            value={sentence.minute}
            numbers={Array.from({ length: 60 }, (_, minute) => minute)}
            word={(minute) => t('pastHour', { minute: String(minute).padStart(2, '0') })}
            onChange={(minute) => onChange({ ...sentence, minute })}
          />
        </Row>
      );
    case 'daily':
    case 'workdays':
      return <TimeOfDay sentence={sentence} onChange={onChange} />;
    case 'weekly':
      return (
        <Row>
          <Weekdays sentence={sentence} onChange={onChange} />
          <TimeOfDay sentence={sentence} onChange={onChange} />
        </Row>
      );
    case 'monthDay':
      return (
        <Row>
          <DayOfMonth sentence={sentence} onChange={onChange} />
          <TimeOfDay sentence={sentence} onChange={onChange} />
        </Row>
      );
    case 'monthWeekday':
      return (
        <Row>
          <NthWeekday sentence={sentence} onChange={onChange} />
          <TimeOfDay sentence={sentence} onChange={onChange} />
        </Row>
      );
    default:
      return sentence satisfies never;
  }
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex min-w-0 flex-wrap items-center gap-1">{children}</div>;
}

type NumbersProps = {
  label: string;
  value: number;
  numbers: readonly number[];
  word: (number: number) => string;
  onChange: (number: number) => void;
};

function Numbers({ label, value, numbers, word, onChange }: NumbersProps) {
  return (
    <span className="w-36">
      <Select aria-label={label} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {numbers.map((number) => (
          <option key={number} value={number}>
            {word(number)}
          </option>
        ))}
      </Select>
    </span>
  );
}

type TimedKind = 'daily' | 'workdays' | 'weekly' | 'monthDay' | 'monthWeekday';

function TimeOfDay({ sentence, onChange }: PartProps<TimedKind>) {
  const t = useTranslations('triggers.schedule');
  const two = (number: number) => String(number).padStart(2, '0');
  return (
    <input
      type="time"
      aria-label={t('time')}
      value={`${two(sentence.hour)}:${two(sentence.minute)}`}
      onChange={({ target }) => {
        const [hour, minute] = target.value.split(':').map(Number);
        // While a part is being typed there is no time.
        if (hour !== undefined && minute !== undefined) onChange({ ...sentence, hour, minute });
      }}
      className="num h-7 rounded-control border border-line-2 bg-raised px-2 text-body text-ink-1"
    />
  );
}

/** Sunday to Saturday, in the language of the studio. */
function useWeekdayNames(length: 'short' | 'long'): readonly string[] {
  const format = useFormatter();
  return useMemo(
    // 2023-01-01 was a Sunday.
    () =>
      Array.from({ length: 7 }, (_, day) =>
        format.dateTime(new Date(Date.UTC(2023, 0, 1 + day)), { weekday: length, timeZone: 'UTC' }),
      ),
    [format, length],
  );
}

/** Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

function Weekdays({ sentence, onChange }: PartProps<'weekly'>) {
  const t = useTranslations('triggers.schedule');
  const names = useWeekdayNames('short');
  return (
    <ToggleGroup.Root
      type="multiple"
      aria-label={t('weekdays')}
      value={sentence.weekdays.map(String)}
      // One day at least: without any there is no time.
      onValueChange={(days) => days.length > 0 && onChange({ ...sentence, weekdays: days.map(Number) })}
      className="flex flex-wrap gap-0.5"
    >
      {WEEK.map((day) => (
        <ToggleGroup.Item
          key={day}
          value={String(day)}
          className="h-7 min-w-8 rounded-control border border-line-2 px-1 text-meta text-ink-2 hover:bg-hover data-[state=on]:border-accent data-[state=on]:bg-accent-bg data-[state=on]:font-strong data-[state=on]:text-ink-1"
        >
          {names[day]}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

const LAST = 'last';

function DayOfMonth({ sentence, onChange }: PartProps<'monthDay'>) {
  const t = useTranslations('triggers.schedule');
  return (
    <span className="w-36">
      <Select
        aria-label={t('dayOfMonth')}
        value={sentence.day}
        onChange={({ target }) => onChange({ ...sentence, day: target.value === LAST ? LAST : Number(target.value) })}
      >
        {Array.from({ length: 31 }, (_, index) => index + 1).map((day) => (
          <option key={day} value={day}>
            {t('day', { day })}
          </option>
        ))}
        <option value={LAST}>{t('lastDay')}</option>
      </Select>
    </span>
  );
}

const nths: readonly Nth[] = [1, 2, 3, 4, LAST];

function NthWeekday({ sentence, onChange }: PartProps<'monthWeekday'>) {
  const t = useTranslations('triggers.schedule');
  const names = useWeekdayNames('long');
  return (
    <>
      <span className="w-24">
        <Select
          aria-label={t('nth')}
          value={sentence.nth}
          onChange={({ target }) =>
            onChange({ ...sentence, nth: target.value === LAST ? LAST : (Number(target.value) as Exclude<Nth, 'last'>) })
          }
        >
          {nths.map((nth) => (
            <option key={nth} value={nth}>
              {t(`nths.${nth}`)}
            </option>
          ))}
        </Select>
      </span>
      <span className="w-32">
        <Select
          aria-label={t('weekday')}
          value={sentence.weekday}
          onChange={({ target }) => onChange({ ...sentence, weekday: Number(target.value) })}
        >
          {WEEK.map((day) => (
            <option key={day} value={day}>
              {names[day]}
            </option>
          ))}
        </Select>
      </span>
    </>
  );
}
