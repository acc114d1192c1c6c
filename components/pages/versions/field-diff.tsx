'use client';
import { useTranslations } from 'use-intl';
import { diffLines } from '#components/pages/versions/diff-lines.ts';
import type { FieldChange } from '#lib/workflow/diff-workflows.ts';

const looks = {
  same: { sign: ' ', look: 'text-ink-3' },
  added: { sign: '+', look: 'bg-(--succeeded-bg) text-ink-1' },
  removed: { sign: '−', look: 'bg-failed-bg text-ink-1' },
} as const;

/** One field: what it was and what it is, line by line. */
export function FieldDiff({ change: { path, before, after } }: { change: FieldChange }) {
  const t = useTranslations('versions');
  const lines = [
    ...(before === undefined ? [] : diffLines(textOf(before), after === undefined ? '' : textOf(after))),
    ...(before === undefined
      ? textOf(after)
          .split('\n')
          .map((text) => ({ kind: 'added' as const, text }))
      : []),
  ].filter((line) => !(after === undefined && line.kind === 'added'));
  return (
    <div data-field={path} className="grid min-w-0 gap-0.5">
      <code className="text-meta text-ink-2 wrap-anywhere">{path}</code>
      {/* biome-ignore lint/a11y/useSemanticElements: no form fields to group, only a name for what can be scrolled */}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable elements must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={t('changeOf', { path })}
        className="max-h-72 overflow-auto rounded-control border border-line-1 bg-sunken font-mono text-meta leading-[17px]"
      >
        {lines.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity and never move
          <p key={index} data-line={kind} className={`flex gap-2 px-2 whitespace-pre-wrap ${looks[kind].look}`}>
            <span className="w-2 shrink-0" aria-hidden="true">
              {looks[kind].sign}
            </span>
            {kind === 'same' ? null : <span className="sr-only">{t(`lines.${kind}`)}</span>}
            <span className="min-w-0 wrap-anywhere">{text === '' ? ' ' : text}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
