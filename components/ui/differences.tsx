'use client';
import { useTranslations } from 'use-intl';
import { withHiddenShown } from '#lib/mcp/hidden-text.ts';

export type PartDifference = {
  readonly part: string;
  /** In the language of the reader; the name of the part when missing. */
  readonly label?: string | undefined;
  readonly before: string;
  readonly now: string;
};

/** What another server says now next to what was accepted, part by part. Hidden characters are shown. */
export function Differences({ differences }: { readonly differences: readonly PartDifference[] }) {
  const t = useTranslations('pinned');
  if (differences.length === 0) return null;
  return (
    <div className="grid max-w-[100ch] gap-2" data-part="difference">
      {differences.map(({ part, label, before, now }) => (
        <div key={part} className="grid gap-1">
          <span className={`text-meta font-strong text-ink-3 ${label === undefined ? 'font-mono' : ''}`}>{label ?? part}</span>
          <div className="grid gap-1 md:grid-cols-2">
            <Side title={t('before')} text={before} look="border-failed-line bg-failed-bg" />
            <Side title={t('now')} text={now} look="border-waiting-line bg-waiting-bg" />
          </div>
        </div>
      ))}
    </div>
  );
}

function Side({ title, text, look }: { title: string; text: string; look: string }) {
  return (
    <figure className={`min-w-0 rounded-control border px-2 py-1 ${look}`}>
      <figcaption className="text-meta text-ink-3">{title}</figcaption>
      <pre className="max-h-60 overflow-auto font-mono text-meta whitespace-pre-wrap wrap-anywhere">
        {withHiddenShown(text) || '–'}
      </pre>
    </figure>
  );
}
