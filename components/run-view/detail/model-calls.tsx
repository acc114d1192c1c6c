'use client';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CallBody } from '#components/run-view/detail/call-body.tsx';
import type { ModelCall } from '#components/run-view/detail/read-model-calls.ts';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { PROCESS_LOST } from '#lib/run/trace.ts';

type ModelCallsProps = {
  calls: readonly ModelCall[];
  /** @defaultValue the last one is open */
  areAllFolded?: boolean;
};

/** All model calls with exact requests and responses. */
export function ModelCalls({ calls, areAllFolded = false }: ModelCallsProps) {
  const [openIds, setOpenIds] = useState<Readonly<Record<string, boolean>>>({});
  return (
    <ol className="divide-y divide-line-1">
      {calls.map((call, index) => {
        const isOpen = openIds[call.callId] ?? (!areAllFolded && index === calls.length - 1);
        return (
          <li key={call.callId} data-call={call.callId}>
            <CallLine
              call={call}
              number={index + 1}
              isOpen={isOpen}
              onToggle={() => setOpenIds({ ...openIds, [call.callId]: !isOpen })}
            />
            {isOpen ? <CallBody call={call} /> : null}
          </li>
        );
      })}
    </ol>
  );
}

type CallLineProps = { call: ModelCall; number: number; isOpen: boolean; onToggle: () => void };

function CallLine({ call, number, isOpen, onToggle }: CallLineProps) {
  const t = useTranslations('trace.call');
  const { usage, durationMs, state, finishReason } = call;
  const reason = finishReason === PROCESS_LOST ? t('lostWithProcess') : finishReason;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex h-7 w-full items-center gap-2 px-3 text-left outline-offset-[-2px] hover:bg-hover"
    >
      <ChevronRight size={12} aria-hidden="true" className={`shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`} />
      <span data-state={state} className="text-state">
        <StatusMark state={state} />
      </span>
      <span className="shrink-0 font-strong">{t('title', { number })}</span>
      {call.agent ? <span className="truncate text-ink-2">{t('by', { agent: call.agent })}</span> : null}
      <code className="min-w-0 truncate text-meta text-ink-3">{call.model}</code>
      <span className="grow" />
      {reason ? <span className="shrink-0 text-ink-3">{reason}</span> : null}
      {usage ? (
        <span className="num shrink-0 text-ink-2">
          {t('tokens', { in: usage.promptTokens.toLocaleString('en'), out: usage.completionTokens.toLocaleString('en') })}
        </span>
      ) : null}
      {durationMs === undefined ? null : (
        <span className="num w-14 shrink-0 text-right text-ink-2">{formatDuration(durationMs)}</span>
      )}
    </button>
  );
}
