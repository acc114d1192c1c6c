'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type CallMessage, readMessages } from '#components/run-view/detail/read-messages.ts';
import type { ModelCall } from '#components/run-view/detail/read-model-calls.ts';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { ValueView } from '#components/ui/value-view.tsx';

/** Request and response of a model call: as messages, or raw. */
export function CallBody({ call }: { call: ModelCall }) {
  const t = useTranslations('trace.call');
  const [look, setLook] = useState<'read' | 'raw'>('read');
  return (
    <div className="grid gap-2 pb-3">
      <div className="flex items-center gap-2 px-3">
        <Segmented
          label={t('look')}
          value={look}
          options={(['read', 'raw'] as const).map((value) => ({ value, label: t(`looks.${value}`) }))}
          onChange={setLook}
        />
        {call.streamRetries > 0 ? (
          <span className="text-waiting">{t('streamRetries', { count: call.streamRetries })}</span>
        ) : null}
      </div>
      {call.error ? (
        <div className="px-3">
          <ErrorCard error={call.error} />
        </div>
      ) : null}
      {look === 'raw' ? <RawCall call={call} /> : <ReadCall call={call} />}
    </div>
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
    <div className="grid border-t border-line-1 lg:grid-cols-2 lg:divide-x lg:divide-line-1">
      <section className="min-w-0" aria-label={t('request')}>
        <h3 className="flex h-6.5 items-center gap-2 px-3 text-ink-3">
          {t('request')}
          <span className="grow" />
          <span className="num">{t('messages', { count: messages.length })}</span>
        </h3>
        <ol>
          {messages.map((message, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what was sent keeps its order
            <Message key={index} message={message} />
          ))}
        </ol>
      </section>
      <section className="min-w-0 max-lg:border-t max-lg:border-line-1" aria-label={t('response')}>
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
            <ValueExplorer key={id} label={name} value={args ?? null} />
          ))}
          {call.text === '' && call.toolCalls.length === 0 ? (
            <p className="text-ink-3">{call.state === 'running' ? t('toCome') : t('nothing')}</p>
          ) : null}
        </div>
      </section>
    </div>
  );
}

function Message({ message: { role, text, isCode } }: { message: CallMessage }) {
  return (
    <li data-role={role} className="border-t border-line-1 px-3 pt-1 pb-1.5">
      <p className="text-meta font-strong">{role}</p>
      <ValueView label={role} value={text} isCode={isCode} />
    </li>
  );
}
