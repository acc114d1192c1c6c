'use client';
import { Search, X } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { WorkflowPicker } from '#components/data/workflow-picker.tsx';
import { FilterChips } from '#components/pages/runs/filter-chips.tsx';
import {
  isDay,
  modeKeys,
  type RunFilters,
  readCost,
  sinceKeys,
  statusKeys,
  tookKeys,
} from '#components/pages/runs/run-filters.ts';
import type { RunsPageData } from '#components/pages/runs/runs-page-data.ts';
import { TypedFilter } from '#components/pages/runs/typed-filter.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { runStatusSchema } from '#lib/run/run-status.ts';

type RunsFilterBarProps = {
  data: RunsPageData;
  isLoading: boolean;
  onChange: (filters: RunFilters, options?: { isTyping: boolean }) => void;
};

/** What narrows the list. Each change is in the address at once. */
export function RunsFilterBar({ data, isLoading, onChange }: RunsFilterBarProps) {
  const t = useTranslations('runs.filters');
  const { filters } = data;
  const [clearings, setClearings] = useState(0);
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <search
      aria-label={t('title')}
      aria-busy={isLoading}
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line-1 bg-chrome px-3 py-1.5"
    >
      <SearchField filters={filters} onChange={onChange} />
      <StatusToggles filters={filters} onChange={onChange} />
      <WorkflowSelects data={data} onChange={onChange} />
      <ChoiceSelect
        label={t('mode')}
        value={filters.mode}
        onChoose={(mode) => onChange(change(filters, { mode }))}
        any={t('anyMode')}
      >
        <ModeOptions />
      </ChoiceSelect>
      <TimeSelect key={clearings} filters={filters} onChange={onChange} />
      <ChoiceSelect
        label={t('took')}
        value={filters.took}
        onChoose={(took) => onChange(change(filters, { took }))}
        any={t('anyTook')}
      >
        {tookKeys.map((key) => (
          <option key={key} value={key}>
            {t(key)}
          </option>
        ))}
      </ChoiceSelect>
      <CostField filters={filters} onChange={onChange} />
      <FilterChips filters={filters} onChange={onChange} />
      {/* Its space is reserved, so that a filter does not move the list. */}
      <Button
        look="quiet"
        size="icon"
        aria-label={t('clear')}
        title={t('clear')}
        onClick={() => {
          setClearings(clearings + 1);
          onChange({});
        }}
        className={isNarrowed ? '' : 'invisible'}
      >
        <X size={13} aria-hidden="true" />
      </Button>
    </search>
  );
}

/** The filters with changes; undefined removes one. */
function change(
  filters: RunFilters,
  changes: { readonly [Name in keyof RunFilters]?: RunFilters[Name] | undefined | string | number },
): RunFilters {
  const entries = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(entries);
}

type PartProps = Pick<RunsFilterBarProps, 'onChange'> & { filters: RunFilters };

function SearchField({ filters, onChange }: PartProps) {
  const t = useTranslations('runs.filters');
  return (
    <span className="relative w-48">
      <Search size={12} aria-hidden="true" className="pointer-events-none absolute top-1.5 left-2 text-ink-3" />
      <TypedFilter
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={200}
        value={filters.q ?? ''}
        meantBy={(text) => text.trim()}
        onFind={(q) => onChange(change(filters, { q }), { isTyping: true })}
        className="h-6! pl-6.5"
      />
    </span>
  );
}

/** An invalid amount does not filter, and is marked while it is there. */
function CostField({ filters, onChange }: PartProps) {
  const t = useTranslations('runs.filters');
  return (
    <span className="relative w-22 shrink-0">
      <span aria-hidden="true" className="pointer-events-none absolute top-0 left-2 leading-6 text-ink-3">
        $
      </span>
      <TypedFilter
        inputMode="decimal"
        aria-label={t('cost')}
        placeholder={t('costHint')}
        maxLength={12}
        value={String(filters.cost ?? '')}
        meantBy={(text) => String(readCost(text) ?? '')}
        onFind={(cost) => onChange(change(filters, { cost: readCost(cost) }), { isTyping: true })}
        className="num h-6! pl-5"
      />
    </span>
  );
}

/** Several at once, for example failed and waiting. */
function StatusToggles({ filters, onChange }: PartProps) {
  const t = useTranslations();
  return (
    <ToggleGroup.Root
      type="multiple"
      aria-label={t('runs.filters.status')}
      value={[...(filters.status ?? [])]}
      onValueChange={(words) => {
        const status = words.flatMap((word) => runStatusSchema.safeParse(word).data ?? []);
        onChange(change(filters, { status: status.length > 0 ? status : undefined }));
      }}
      className="inline-flex h-6 shrink-0 rounded-control border border-line-2 bg-sunken"
    >
      {statusKeys.map((status) => (
        <ToggleGroup.Item
          key={status}
          value={status}
          data-status={status}
          className="relative inline-flex h-full items-center gap-1 border-l border-line-2 px-1.5 text-meta whitespace-nowrap text-ink-2 first:rounded-l-[3px] first:border-l-0 last:rounded-r-[3px] hover:text-ink-1 focus-visible:z-1 data-[state=on]:bg-raised data-[state=on]:font-strong data-[state=on]:text-ink-1 data-[state=on]:shadow-[inset_0_-2px_0_var(--accent)]"
        >
          <span data-state={status} className="text-state">
            <StatusMark state={status} />
          </span>
          <span className="max-md:sr-only">{t(`status.${status}`)}</span>
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}

function WorkflowSelects({ data, onChange }: Pick<RunsFilterBarProps, 'data' | 'onChange'>) {
  const t = useTranslations('runs');
  const home = useTranslations('home');
  const { filters, workflow, workflows, lastVersion } = data;
  const known = workflow && !workflows.some(({ id }) => id === workflow.id) ? [...workflows, workflow] : workflows;
  const versions = Array.from({ length: Math.max(lastVersion, filters.version ?? 0) }, (_, index) => index + 1).reverse();
  return (
    <>
      <span className="w-28 shrink-0">
        <WorkflowPicker
          aria-label={t('filters.workflow')}
          value={filters.workflow}
          none={t('filters.anyWorkflow')}
          any={t('filters.anyWorkflow')}
          known={known}
          onPick={(id) => onChange(change(filters, { workflow: id, version: undefined }))}
          className={`h-6! ${filters.workflow === undefined ? 'text-ink-2' : 'font-strong'}`}
        />
      </span>
      {filters.workflow !== undefined && versions.length > 0 ? (
        <ChoiceSelect
          label={t('filters.version')}
          value={filters.version === undefined ? undefined : String(filters.version)}
          any={t('filters.anyVersion')}
          onChoose={(version) => onChange(change(filters, { version }))}
        >
          {versions.map((number) => (
            <option key={number} value={number}>
              {home('version', { number })}
            </option>
          ))}
        </ChoiceSelect>
      ) : null}
    </>
  );
}

function ModeOptions() {
  const t = useTranslations('runs.modes');
  return modeKeys.map((mode) => (
    <option key={mode} value={mode}>
      {t(mode)}
    </option>
  ));
}

const BETWEEN = 'between';
const daysOf = ({ from = '', until = '' }: RunFilters) => `${from} ${until}`;
const NO_DAYS = daysOf({});

function TimeSelect({ filters, onChange }: PartProps) {
  const t = useTranslations('runs.filters');
  const days = daysOf(filters);
  const [known, setKnown] = useState(days);
  const [isBetween, setIsBetween] = useState(days !== NO_DAYS);
  // Days that were typed here. A field that is emptied for another day stays; by Back it does not.
  const [typed, setTyped] = useState<readonly string[]>([]);
  if (days !== known) {
    setKnown(days);
    if (!typed.includes(days)) setIsBetween(days !== NO_DAYS);
  }
  function choose(since: string | undefined) {
    setIsBetween(since === BETWEEN);
    if (since !== BETWEEN) onChange(change(filters, { since, from: undefined, until: undefined }));
  }
  // The other day may have been typed a moment ago, and not be in the address yet.
  const { from, until } = filters;
  const latest = useRef({ from, until });
  useEffect(() => {
    latest.current = { from, until };
  }, [from, until]);
  function type(name: 'from' | 'until', day: string) {
    latest.current = { ...latest.current, [name]: day === '' ? undefined : day };
    const next = change(filters, { since: undefined, ...latest.current });
    setTyped((before) => [...before, daysOf(next)]);
    onChange(next, { isTyping: true });
  }
  return (
    <>
      <ChoiceSelect label={t('since')} value={isBetween ? BETWEEN : filters.since} any={t('anySince')} onChoose={choose}>
        {sinceKeys.map((key) => (
          <option key={key} value={key}>
            {t(key)}
          </option>
        ))}
        <option value={BETWEEN}>{t('between')}</option>
      </ChoiceSelect>
      {isBetween
        ? (['from', 'until'] as const).map((name) => (
            <TypedFilter
              key={name}
              type="date"
              aria-label={t(name)}
              value={filters[name] ?? ''}
              meantBy={(day) => (isDay(day) ? day : '')}
              onFind={(day) => type(name, day)}
              className="h-6! w-32!"
            />
          ))
        : null}
    </>
  );
}

type ChoiceSelectProps = {
  label: string;
  value: string | undefined;
  /** The choice that narrows nothing. */
  any: string;
  onChoose: (value: string | undefined) => void;
  children: ReactNode;
};

function ChoiceSelect({ label, value, any, onChoose, children }: ChoiceSelectProps) {
  return (
    <span className="w-28 shrink-0">
      <Select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChoose(event.target.value === '' ? undefined : event.target.value)}
        className={`h-6! truncate ${value === undefined ? 'text-ink-2' : 'font-strong'}`}
      >
        <option value="">{any}</option>
        {children}
      </Select>
    </span>
  );
}
