'use client';
import { useTranslations } from 'use-intl';
import type { SpanFact } from '#components/run-view/detail/span-facts.ts';

/** What a part of the run took, in numbers that line up. */
export function FactBar({ facts }: { facts: readonly SpanFact[] }) {
  const t = useTranslations('trace.span');
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(84px,1fr))] overflow-hidden border-y border-line-1 empty:hidden">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name} data-fact={name} className="-ml-px min-w-0 border-l border-line-1 px-3 py-1">
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
