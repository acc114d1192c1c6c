import { useTranslations } from 'use-intl';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { parsePartialJson } from '#lib/json/parse-partial-json.ts';
import { isRecord } from '#lib/json/set-at-path.ts';

const MAX_LINES = 40;
/** Fields of a slide that say how it looks, not what it says. */
const UNSAID = new Set(['layout', 'type', 'file']);

/** The texts of a slide while the model writes them. */
export function SlideDraft({ json }: { readonly json: string }) {
  const t = useTranslations('artifacts');
  const value = parsePartialJson(json);
  if (!isRecord(value)) return null;
  const { title, ...rest } = value;
  const lines = textsIn(rest).slice(0, MAX_LINES);
  return (
    <div
      role="img"
      aria-label={t('draft')}
      data-part="slide-draft"
      className="grid gap-1 rounded-control border border-line-1 bg-sunken p-3"
    >
      {typeof title === 'string' ? <p className="font-strong wrap-anywhere">{visibleText(title)}</p> : null}
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added
        <p key={index} className="leading-5 text-ink-2 wrap-anywhere">
          {visibleText(line)}
        </p>
      ))}
    </div>
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => (UNSAID.has(name) ? [] : textsIn(one)));
}
