'use client';
import { useTranslations } from 'use-intl';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import type { NodeState } from '#lib/run/run-state.ts';

/** What the node took, in numbers that line up. */
export function SpanFacts({ run }: { run: NodeState }) {
  const t = useTranslations('trace.span');
  const { usage, executionTimeMs } = run;
  const facts = [
    ['time', executionTimeMs === undefined || run.status === 'skipped' ? undefined : formatDuration(executionTimeMs)],
    ['in', usage && usage.totalTokens > 0 ? usage.promptTokens.toLocaleString('en') : undefined],
    ['out', usage && usage.totalTokens > 0 ? usage.completionTokens.toLocaleString('en') : undefined],
    ['calls', run.llmCalls > 0 ? String(run.llmCalls) : undefined],
    ['attempts', run.attempts > 1 ? String(run.attempts) : undefined],
    ['model', run.model],
  ] as const;
  return (
    <dl className="flex border-y border-line-1 empty:hidden">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name} data-fact={name} className="min-w-0 flex-1 border-l border-line-1 px-3 py-1 first:border-l-0">
            <dt className="truncate text-meta text-ink-3">{t(name)}</dt>
            <dd className="truncate font-[520] tabular-nums" title={value}>
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
