'use client';
import { useTranslations } from 'use-intl';
import { type ContextPartKind, type ContextParts, contextPartKinds } from '#lib/run/context-parts.ts';

const colours: Readonly<Record<ContextPartKind, string>> = {
  system: 'bg-(--port-file)',
  skills: 'bg-(--port-number)',
  tools: 'bg-(--port-text)',
  memory: 'bg-(--port-messages)',
  history: 'bg-(--port-json)',
  results: 'bg-(--port-list)',
};

/** The context of a model as a bar: what filled it by kind, and what stayed free. */
export function ContextBar({
  parts: { parts, total, free, isEstimated },
  maxContext,
}: {
  parts: ContextParts;
  maxContext: number | undefined;
}) {
  const t = useTranslations('contextView');
  const all = Math.max(total + (free ?? 0), 1);
  const shown = contextPartKinds.filter((kind) => parts[kind] > 0);
  const size =
    maxContext === undefined
      ? t('tokens', { total: total.toLocaleString('en') })
      : t('of', { total: total.toLocaleString('en'), max: maxContext.toLocaleString('en') });
  return (
    <section aria-label={t('title')} className="min-w-0">
      <h3 className="flex gap-2 text-meta text-ink-3">
        {t('title')}
        <span className="num grow text-right text-ink-2">
          {size}
          {isEstimated ? ` (${t('estimated')})` : ''}
        </span>
      </h3>
      <div aria-hidden="true" className="mt-1 flex h-3 overflow-hidden rounded-control border border-line-2 bg-sunken">
        {shown.map((kind) => (
          <span
            key={kind}
            data-part={kind}
            className={`${colours[kind]} min-w-0.5 border-r border-panel`}
            style={{ width: `${(parts[kind] / all) * 100}%` }}
          />
        ))}
      </div>
      <dl className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(120px,1fr))] gap-x-4 gap-y-0.5">
        {shown.map((kind) => (
          <Part key={kind} kind={kind} colour={colours[kind]} tokens={parts[kind]} />
        ))}
        {free === undefined ? null : <Part kind="free" colour="border border-line-2 bg-sunken" tokens={free} />}
      </dl>
    </section>
  );
}

function Part({ kind, colour, tokens }: { kind: ContextPartKind | 'free'; colour: string; tokens: number }) {
  const t = useTranslations('contextView.kinds');
  return (
    <div data-part-tokens={kind} className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-sm ${colour}`} />
      <dt className="text-ink-2">{t(kind)}</dt>
      <dd className="num grow text-right">{tokens.toLocaleString('en')}</dd>
    </div>
  );
}
