'use client';
import { useTranslations } from 'use-intl';
import { type DocumentWarning, readPlace } from '#lib/documents/document-warning.ts';

/** More of them are folded away. */
const SHOWN = 3;

/** What the reader of a document left out, each with its place. */
export function DocumentWarnings({ warnings }: { warnings: readonly DocumentWarning[] }) {
  const t = useTranslations('documentWarnings');
  const placeOf = (place: string) => {
    const known = readPlace(place);
    return known === undefined ? place : t(`places.${known.kind}`, { name: known.name });
  };
  if (warnings.length === 0) return null;
  return (
    <details
      className="min-w-0 rounded-control border border-waiting-line bg-waiting-bg px-3 py-1.5"
      open={warnings.length <= SHOWN}
    >
      <summary className="cursor-pointer font-strong">{t('title', { count: warnings.length })}</summary>
      <ul className="mt-1 grid gap-1 text-ink-2">
        {warnings.map(({ code, place, count, detail }) => (
          <li key={JSON.stringify([code, place, detail])} className="wrap-anywhere">
            {place === '' ? null : <strong className="font-strong">{placeOf(place)}: </strong>}
            {t(`texts.${code}`, { count, detail })}
          </li>
        ))}
      </ul>
    </details>
  );
}
