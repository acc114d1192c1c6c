'use client';
import { Plus, Search, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type RowSort, rowSorts } from '#components/home/sort-rows.ts';
import { useIsHydrated } from '#components/run/use-is-hydrated.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

type HomeBarProps = {
  search: string;
  sort: RowSort;
  isMaking: boolean;
  onSearch: (search: string) => void;
  onSort: (sort: RowSort) => void;
  onFile: (file: File) => void;
  onNew: () => void;
};

/** Title of the page, how to find a workflow, and how to get another one. */
export function HomeBar({ search, sort, isMaking, onSearch, onSort, onFile, onNew }: HomeBarProps) {
  const t = useTranslations('home');
  const isHydrated = useIsHydrated();
  const fileInput = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line-1 px-4 py-2" inert={!isHydrated}>
      <h1 className="pr-2 text-title font-title">{t('title')}</h1>
      <span className="relative w-60 max-md:order-1 max-md:w-full">
        <Search size={13} aria-hidden="true" className="pointer-events-none absolute top-2 left-2 text-ink-3" />
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={200}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className="pl-7"
        />
      </span>
      <span className="w-40 max-md:order-1 max-md:w-full">
        <Select
          aria-label={t('sort')}
          value={sort}
          onChange={(event) => onSort(rowSorts.find((value) => value === event.target.value) ?? sort)}
        >
          {rowSorts.map((value) => (
            <option key={value} value={value}>
              {t(`sorts.${value}`)}
            </option>
          ))}
        </Select>
      </span>
      <span className="grow" />
      <input
        ref={fileInput}
        type="file"
        accept=".json,application/json"
        aria-label={t('importFile')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again once it was mended.
          target.value = '';
        }}
      />
      <Button size="large" onClick={() => fileInput.current?.click()}>
        <Upload size={13} aria-hidden="true" />
        {t('import')}
      </Button>
      <Button look="primary" size="large" onClick={onNew} aria-disabled={isMaking || undefined}>
        <Plus size={13} aria-hidden="true" />
        {t('newWorkflow')}
      </Button>
    </div>
  );
}
