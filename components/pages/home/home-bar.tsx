'use client';
import { Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { rowFilters } from '#components/pages/home/home-data.ts';
import type { HomeList } from '#components/pages/home/use-home-list.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { workflowSorts } from '#lib/api/workflow-list.ts';

/** How a workflow is found. */
export function HomeBar({ list: { search, sort, filter, counts, ...list } }: { list: HomeList }) {
  const t = useTranslations('home');
  const isHydrated = useIsHydrated();
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-1 px-4 py-1.5" inert={!isHydrated}>
      <span className="relative w-60 max-md:order-1 max-md:w-full">
        <Search size={13} aria-hidden="true" className="pointer-events-none absolute top-2 left-2 text-ink-3" />
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={200}
          value={search}
          onChange={(event) => list.find(event.target.value)}
          className="pl-7"
        />
      </span>
      <Segmented
        label={t('filter')}
        value={filter}
        options={rowFilters.map((value) => ({ value, label: t(`filters.${value}`), count: counts[value] }))}
        onChange={list.setFilter}
      />
      <span className="grow max-md:hidden" />
      <span className="w-40 max-md:order-1 max-md:w-full">
        <Select
          aria-label={t('sort')}
          value={sort}
          onChange={(event) => list.setSort(workflowSorts.find((value) => value === event.target.value) ?? sort)}
        >
          {workflowSorts.map((value) => (
            <option key={value} value={value}>
              {t(`sorts.${value}`)}
            </option>
          ))}
        </Select>
      </span>
    </div>
  );
}
