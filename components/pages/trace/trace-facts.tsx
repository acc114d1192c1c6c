'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Started, Took } from '#components/pages/trace/run-times.tsx';
import type { TracePageData } from '#components/pages/trace/trace-page-data.ts';
import type { RunBudget } from '#components/run-view/timeline/timeline-totals.tsx';
import { previewOf } from '#components/ui/value-views.ts';
import type { FeedbackResource } from '#lib/api/feedback.contract.ts';
import { costText } from '#lib/i18n/cost-text.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';
import type { RunState } from '#lib/run/run-state.ts';

type FactName = 'started' | 'took' | 'by' | 'user' | 'session' | 'model' | 'tokens' | 'cost' | 'feedback';
/** An input has its own name. */
type Fact = readonly [name: FactName, value: ReactNode] | readonly [name: 'input', value: ReactNode, input: string];

type TraceFactsProps = { data: TracePageData; run: RunState; nowMs: number; budget: RunBudget };

/** Facts of the run: start, duration, caller, usage and cost. */
export function TraceFacts({ data, run, nowMs, budget }: TraceFactsProps) {
  const t = useTranslations('trace');
  const { slug, user, sessionId, model, inputs, feedback } = data.run;
  const { usage } = run;
  const ofLimit = (used: number, max: number | undefined, format: (amount: number) => string) =>
    max === undefined ? format(used) : t('ofLimit', { used: format(used), max: format(max) });
  const noPrice = useTranslations('costs')('noPrice');
  const facts: Fact[] = [
    ['started', <Started key="started" data={data} run={run} />],
    ['took', <Took key="took" run={run} nowMs={nowMs} />],
    ['by', slug === null ? t(`modes.${data.run.mode}`) : <code key="by">/{slug}</code>],
    ['user', user],
    ['session', sessionId],
    ['model', model],
    ['tokens', ofLimit(usage.totalTokens, budget.maxTokens, (tokens) => tokens.toLocaleString('en'))],
    [
      'cost',
      usage.costUsd === undefined
        ? costText({ costUsd: undefined, tokens: usage.totalTokens }, noPrice) || null
        : ofLimit(usage.costUsd, budget.maxCostUsd, formatUsd),
    ],
    ['feedback', feedback && <Feedback key="feedback" feedback={feedback} />],
    ...Object.entries(inputs).map(([name, value]): Fact => ['input', typeof value === 'string' ? value : previewOf(value), name]),
  ];
  return (
    <dl className="overflow-y-auto border-l border-line-1 px-3 py-1.5 max-lg:hidden">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value, input], index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a run's facts keep their order, and several are inputs
            key={index}
            data-fact={name}
            className="grid h-6.5 grid-cols-[64px_minmax(0,1fr)] items-center gap-2 border-b border-line-1 last:border-b-0"
          >
            <dt className="truncate text-ink-3" title={input}>
              {name === 'input' ? <code>{input}</code> : t(`facts.${name}`)}
            </dt>
            <dd className="num truncate text-body">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What the person who got the answer thinks of it. */
function Feedback({ feedback: { rating, reasons, comment } }: { feedback: FeedbackResource }) {
  const t = useTranslations('trace.feedback');
  const words = [t(rating), ...reasons.map((reason) => t(`reasons.${reason}`)), ...(comment === '' ? [] : [`“${comment}”`])];
  const text = visibleText(words.join(' · '));
  return <span title={text}>{text}</span>;
}
