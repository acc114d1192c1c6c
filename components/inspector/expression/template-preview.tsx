'use client';
import { useTranslations } from 'use-intl';
import { useRunOutline } from '#components/editor/run/run-overlay.ts';
import { previewTemplate } from '#components/inspector/expression/preview-template.ts';
import { useLastValues } from '#components/inspector/expression/use-last-values.ts';
import { MOMENT_KEY } from '#lib/expression/moment.ts';

const looks = {
  plain: '',
  filled: 'rounded-chip bg-accent-bg',
  missing: 'rounded-chip bg-failed-bg text-failed underline decoration-wavy underline-offset-3',
} as const;

/** A template as the run being shown would have filled it. */
export function TemplatePreview({ id, text }: { id: string; text: string }) {
  const t = useTranslations('codeEditor');
  const run = useRunOutline();
  const pieces = previewTemplate(text, { ...useLastValues()(), [MOMENT_KEY]: Date.now() });
  const missing = pieces.filter(({ kind }) => kind === 'missing');
  return (
    <div className="grid gap-1">
      <output
        id={id}
        className="block max-h-[40vh] min-h-19 overflow-y-auto rounded-control border border-line-1 bg-sunken px-2 py-1 text-meta leading-[18px] whitespace-pre-wrap wrap-anywhere"
      >
        {pieces.map(({ offset, text: shown, kind, message }) => (
          <span key={offset} className={looks[kind]} title={message}>
            {shown}
          </span>
        ))}
      </output>
      {missing.length > 0 ? (
        <p className="text-meta text-ink-3">
          {run ? t('missingValues', { count: missing.length }) : t('noRun', { count: missing.length })}
        </p>
      ) : null}
    </div>
  );
}
