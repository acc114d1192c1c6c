'use client';
import { useTranslations } from 'use-intl';
import { findInValue } from '#components/ui/find-in-value.ts';

/** The path of a match in a value. */
export function ValueMatches({ value, wanted }: { value: unknown; wanted: string }) {
  const t = useTranslations('values');
  const found = findInValue(value, wanted);
  if (found.length === 0) return <p className="px-1 text-ink-3">{t('notFound')}</p>;
  return (
    <ul
      data-part="matches"
      className="max-h-72 overflow-auto rounded-control border border-line-1 bg-sunken px-2 py-1 font-mono text-meta leading-[17px]"
    >
      {found.map(({ path, preview }) => (
        <li key={path} className="py-0.5 wrap-anywhere">
          {path === '' ? null : <span className="text-code-key">{path}: </span>}
          <span className="text-code-text">{preview}</span>
        </li>
      ))}
    </ul>
  );
}
