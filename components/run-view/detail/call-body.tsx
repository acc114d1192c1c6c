'use client';
import { Tabs } from 'radix-ui';
import { type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { CallAttempts, CallCost, SentTools } from '#components/run-view/detail/call-facts.tsx';
import { CallMessages } from '#components/run-view/detail/call-messages.tsx';
import { detailTab } from '#components/run-view/detail/detail-tab.ts';
import { readMessages, readSentTools } from '#components/run-view/detail/read-messages.ts';
import type { ModelCall } from '#components/run-view/detail/read-model-calls.ts';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { ValueView } from '#components/ui/value-view.tsx';

const LazyCallContext = lazyPart(async () => (await import('#components/run-view/detail/call-context.tsx')).CallContext);

/**
 * Request and response of a model call as messages or raw, what filled its context, its tools, attempts
 * and cost.
 */
export function CallBody({ call }: { call: ModelCall }) {
  const t = useTranslations('trace.call');
  const tools = readSentTools(call.request);
  const attempts = call.brokenStreams.length + 1;
  return (
    <div className="@container grid gap-2 pb-3">
      {call.error ? (
        <div className="px-3 empty:hidden">
          <ErrorCard error={call.error} />
        </div>
      ) : null}
      <Tabs.Root defaultValue="read" className="grid min-w-0">
        <Tabs.List aria-label={t('look')} className="flex h-(--bar-panel) gap-4 overflow-x-auto border-b border-line-1 px-3">
          <Tab value="read" />
          {call.request === undefined ? null : <Tab value="context" />}
          <Tab value="raw" />
          {tools.length > 0 ? <Tab value="tools" count={tools.length} /> : null}
          <Tab value="attempts" count={attempts} />
          <Tab value="cost" />
        </Tabs.List>
        <Panel value="read">
          <ReadCall call={call} />
        </Panel>
        <Panel value="context" isPadded>
          <Suspense fallback={null}>
            <LazyCallContext call={call} />
          </Suspense>
        </Panel>
        <Panel value="raw" isPadded>
          <RawCall call={call} />
        </Panel>
        <Panel value="tools" isPadded>
          <SentTools tools={tools} />
        </Panel>
        <Panel value="attempts" isPadded>
          <CallAttempts call={call} />
        </Panel>
        <Panel value="cost" isPadded>
          <CallCost call={call} />
        </Panel>
      </Tabs.Root>
    </div>
  );
}

type CallTab = 'read' | 'context' | 'raw' | 'tools' | 'attempts' | 'cost';

function Tab({ value, count }: { value: CallTab; count?: number }) {
  const t = useTranslations('trace.call.looks');
  return (
    <Tabs.Trigger value={value} className={`${detailTab} shrink-0 whitespace-nowrap`}>
      {t(value)} {count === undefined ? null : <span className="num text-ink-3">{count}</span>}
    </Tabs.Trigger>
  );
}

function Panel({ value, isPadded = false, children }: { value: CallTab; isPadded?: boolean; children: ReactNode }) {
  return (
    <Tabs.Content value={value} className={`min-w-0 outline-offset-[-2px] ${isPadded ? 'pt-2' : ''}`}>
      {children}
    </Tabs.Content>
  );
}

/** Letter by letter as it was sent. */
function RawCall({ call }: { call: ModelCall }) {
  const t = useTranslations('trace.call');
  return (
    <div className="grid gap-3 px-3">
      <ValueExplorer label={t('request')} value={call.request ?? null} />
      <ValueExplorer label={t('response')} value={responseOf(call)} />
    </div>
  );
}

function responseOf({ text, thinking, toolCalls, finishReason, usage }: ModelCall): object {
  return { text, ...(thinking !== '' && { thinking }), ...(toolCalls.length > 0 && { toolCalls }), finishReason, usage };
}

function ReadCall({ call }: { call: ModelCall }) {
  const t = useTranslations('trace.call');
  const messages = readMessages(call.request);
  return (
    <div className="grid @min-[600px]:grid-cols-2 @min-[600px]:divide-x @min-[600px]:divide-line-1">
      <section className="min-w-0" aria-label={t('request')}>
        <h3 className="flex h-6.5 items-center gap-2 px-3 text-ink-3">
          {t('request')}
          <span className="grow" />
          <span className="num">{t('messages', { count: messages.length })}</span>
        </h3>
        <CallMessages messages={messages} />
      </section>
      <section className="min-w-0 @max-[600px]:border-t @max-[600px]:border-line-1" aria-label={t('response')}>
        <h3 className="flex h-6.5 items-center gap-2 px-3 text-ink-3">
          {t('response')}
          <span className="grow" />
          <CopyButton label={t('copyResponse')} text={call.text} />
        </h3>
        <div className="grid gap-2 px-3">
          {call.thinking ? (
            <Folded title={t('thinking')}>
              <ValueView label={t('thinking')} value={call.thinking} />
            </Folded>
          ) : null}
          {call.text ? <ValueView label={t('response')} value={call.text} /> : null}
          {call.toolCalls.map(({ id, name, args }) => (
            <ValueExplorer key={id} label={t('toolCall', { name })} value={args ?? null} />
          ))}
          {call.text === '' && call.toolCalls.length === 0 ? (
            <p className="text-ink-3">{call.state === 'running' ? t('toCome') : t('nothing')}</p>
          ) : null}
        </div>
      </section>
    </div>
  );
}
