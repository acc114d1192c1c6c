'use client';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { SentTool } from '#components/run-view/detail/read-messages.ts';
import type { ModelCall } from '#components/run-view/detail/read-model-calls.ts';
import { Folded } from '#components/ui/folded.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** The tools that the model could call, with the schema of their arguments. */
export function SentTools({ tools }: { tools: readonly SentTool[] }) {
  const t = useTranslations();
  return (
    <ul className="grid gap-1 px-3">
      {tools.map(({ name, description, inputSchema }) => (
        <li key={name} data-tool={name}>
          <Folded title={name}>
            <p className="pb-1 text-ink-2 wrap-anywhere">{visibleText(description)}</p>
            <ValueExplorer label={t('tools.arguments')} value={inputSchema ?? {}} />
          </Folded>
        </li>
      ))}
    </ul>
  );
}

/** Each request to the model: those whose stream broke, and the last one. */
export function CallAttempts({ call }: { call: ModelCall }) {
  const t = useTranslations();
  return (
    <ol className="grid px-3">
      {call.brokenStreams.map(({ seq, message, delayMs }, index) => (
        <Attempt key={seq} number={index + 1}>
          <span className="text-failed wrap-anywhere">{message}</span>{' '}
          <span className="text-ink-3">{t('trace.call.repeatedAfter', { delay: formatDuration(delayMs) })}</span>
        </Attempt>
      ))}
      <Attempt number={call.brokenStreams.length + 1}>
        {call.error ? <span className="text-failed wrap-anywhere">{call.error.message}</span> : t(`status.${call.state}`)}
      </Attempt>
    </ol>
  );
}

function Attempt({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] border-b border-line-1 py-1 last:border-b-0">
      <span className="num text-ink-3">{number}</span>
      <span>{children}</span>
    </li>
  );
}

/** What the call used and cost, by kind of token. */
export function CallCost({ call }: { call: ModelCall }) {
  const t = useTranslations('trace');
  const { usage } = call;
  if (!usage) return <p className="px-3 text-ink-3">{t('call.noUsage')}</p>;
  const { promptTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  const uncached = Math.max(0, promptTokens - cachedTokens - cacheWriteTokens);
  const written: [string, string][] = cacheWriteTokens > 0 ? [[t('call.cacheWrite'), cacheWriteTokens.toLocaleString('en')]] : [];
  const rows: [string, string][] = [
    [t('call.uncached'), uncached.toLocaleString('en')],
    [t('call.cached'), cachedTokens.toLocaleString('en')],
    ...written,
    [t('call.completion'), usage.completionTokens.toLocaleString('en')],
    [t('call.total'), usage.totalTokens.toLocaleString('en')],
    [t('span.cost'), usage.costUsd === undefined ? t('call.noPrice') : formatUsd(usage.costUsd)],
  ];
  return (
    <dl className="grid max-w-md px-3">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line-1 py-1 last:border-b-0 last:font-strong">
          <dt className="text-ink-2">{name}</dt>
          <dd className="num text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
