'use client';
import { useTranslations } from 'use-intl';
import { useRunOutline, useShownRun } from '#components/editor/run/run-overlay.ts';
import { traceOf } from '#components/run-view/trace-of-events.ts';
import { Folded } from '#components/ui/folded.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';
import type { Span } from '#lib/run/span.ts';

/** All model calls of a node and its agents up to the shown moment, with exact requests and responses. */
export function NodeModelCalls({ nodeId }: { nodeId: string }) {
  const t = useTranslations('dock');
  const shown = useShownRun();
  const moment = useRunOutline()?.moment;
  const { spans } = traceOf(shown.readView().events);
  const calls = spans.filter(
    (span) => span.kind === 'model' && span.nodeId === nodeId && (moment === undefined || span.seq <= moment.seq),
  );
  if (calls.length === 0) return null;
  return (
    <section aria-label={t('kinds.model')} className="grid min-w-0 gap-1">
      <h3 className="font-strong text-ink-2">{t('kinds.model')}</h3>
      {calls.map((call) => (
        <ModelCall key={call.index} call={call} worker={workerOf(call, spans)} isOver={isOverBy(call, moment?.atMs)} />
      ))}
    </section>
  );
}

function workerOf({ parent }: Span, spans: readonly Span[]): string | undefined {
  const around = parent === undefined ? undefined : spans[parent];
  return around?.kind === 'agent' ? around.name : undefined;
}

function isOverBy({ endMs }: Span, atMs = Number.POSITIVE_INFINITY): boolean {
  return endMs !== undefined && endMs <= atMs;
}

function ModelCall({ call, worker, isOver }: { call: Span; worker: string | undefined; isOver: boolean }) {
  const t = useTranslations();
  const { startMs, endMs, workMs, tokens, costUsd } = call;
  const durationMs = workMs ?? (startMs === undefined || endMs === undefined ? undefined : endMs - startMs);
  const facts = [
    [worker, t('dock.call', { number: call.number })].filter((part) => part !== undefined).join(' › '),
    call.name,
    isOver && durationMs !== undefined ? formatDuration(durationMs) : t(`status.${isOver ? call.status : 'running'}`),
    isOver && tokens > 0 ? t('dock.tokens', { count: tokens }) : undefined,
    isOver && costUsd !== undefined ? formatUsd(costUsd) : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <Folded title={facts.join(' · ')}>
      <div className="grid min-w-0 gap-2 pb-2 pl-4">
        {call.input === undefined ? null : <ValueExplorer label={t('dock.request')} value={call.input} />}
        {isOver ? <ValueExplorer label={t('dock.response')} value={responseOf(call)} /> : null}
      </div>
    </Folded>
  );
}

/** The logged answer of a model. Its tool calls are separate rows. */
function responseOf({ text, thinking, usage, reason, error, toolCalls, firstTokenMs, startMs }: Span): object {
  const known = {
    text,
    thinking: thinking || undefined,
    toolCalls: toolCalls || undefined,
    finishReason: reason,
    usage,
    firstTokenMs: firstTokenMs === undefined || startMs === undefined ? undefined : firstTokenMs - startMs,
    error,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
