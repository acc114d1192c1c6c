'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { findInValue } from '#components/trace/find-in-value.ts';
import { TextInput } from '#components/ui/text-input.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';

/** Below this a value is read faster than searched. */
const SEARCHED_MIN_LENGTH = 80;

type SearchedValueProps = { label: string; value: unknown };

/** A value as tree, text or JSON, with a search where it is long. */
export function SearchedValue({ label, value }: SearchedValueProps) {
  const t = useTranslations('trace');
  const [text, setText] = useState('');
  const isLong = (JSON.stringify(value)?.length ?? 0) >= SEARCHED_MIN_LENGTH;
  return (
    <div className="grid min-w-0 gap-1">
      <ValueExplorer label={label} value={value}>
        {isLong ? (
          <TextInput
            type="search"
            aria-label={t('searchIn', { name: label })}
            placeholder={t('search')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="ml-1 h-6! max-w-40"
          />
        ) : null}
      </ValueExplorer>
      {text === '' ? null : <FoundPlaces value={value} text={text} />}
    </div>
  );
}

function FoundPlaces({ value, text }: { value: unknown; text: string }) {
  const t = useTranslations('trace');
  const found = findInValue(value, text);
  return (
    <>
      <p role="status" className="text-meta text-ink-3">
        {t('found', { count: found.length })}
      </p>
      <ul className="grid gap-0.5 empty:hidden">
        {found.map(({ path, excerpt }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path is not alone when names hold dots
          <li key={index} className="flex min-w-0 gap-2 font-mono text-meta">
            {path === '' ? null : <span className="shrink-0 text-code-key">{path}</span>}
            <span className="truncate text-ink-2">{excerpt}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
