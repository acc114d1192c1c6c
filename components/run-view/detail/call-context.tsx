'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ContextBar } from '#components/run-view/context-bar.tsx';
import { readMessages } from '#components/run-view/detail/read-messages.ts';
import type { CompactionEvent, ModelCall } from '#components/run-view/detail/read-model-calls.ts';
import { RerunFoot } from '#components/run-view/detail/rerun-foot.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';
import { contextParts, isAdded } from '#lib/run/context-parts.ts';

export type ContextChoice = {
  readonly pin: ReadonlySet<number>;
  readonly drop: ReadonlySet<number>;
  readonly pinRemoved: ReadonlySet<string>;
};
const NO_CHOICE: ContextChoice = { pin: new Set(), drop: new Set(), pinRemoved: new Set() };

/** What filled the context of a call, what was removed before it, and the call made again with other messages. */
export function CallContext({ call }: { call: ModelCall }) {
  const t = useTranslations('contextView');
  const [choice, setChoice] = useState(NO_CHOICE);
  const parts = contextParts(call.request, { promptTokens: call.usage?.promptTokens, maxContext: call.maxContext });
  if (!parts) return <p className="px-3 py-2 text-ink-3">{t('noRequest')}</p>;
  const isOwn = call.agent === undefined;
  const toggle = <Key extends keyof ContextChoice>(kind: Key, item: number | string) => {
    const next = new Set<number | string>(choice[kind]);
    if (!next.delete(item)) next.add(item);
    const other = kind === 'pin' ? 'drop' : kind === 'drop' ? 'pin' : undefined;
    const cleared = other ? { [other]: new Set([...choice[other]].filter((one) => one !== item)) } : {};
    setChoice({ ...choice, ...cleared, [kind]: next });
  };
  return (
    <div className="grid min-w-0 gap-3 px-3" data-context={call.callId}>
      <ContextBar parts={parts} maxContext={call.maxContext} />
      <Removed
        compactions={call.compactions}
        chosen={choice.pinRemoved}
        onToggle={isOwn ? (hash) => toggle('pinRemoved', hash) : undefined}
      />
      {isOwn ? (
        <>
          <Messages call={call} choice={choice} onToggle={toggle} />
          <RerunFoot key={call.callId} call={call} choice={choice} />
        </>
      ) : (
        <p className="text-ink-3">{t('agentCall')}</p>
      )}
    </div>
  );
}

type RemovedProps = {
  compactions: readonly CompactionEvent[];
  chosen: ReadonlySet<string>;
  /** Undefined where the call cannot be made again. */
  onToggle: ((hash: string) => void) | undefined;
};

function Removed({ compactions, chosen, onToggle }: RemovedProps) {
  const t = useTranslations('contextView');
  return (
    <section aria-label={t('removed')} className="min-w-0">
      <h3 className="text-meta text-ink-3">{t('removed')}</h3>
      {compactions.length === 0 ? <p className="text-ink-2">{t('nothingRemoved')}</p> : null}
      {compactions.map(({ seq, strategy, originalTokens, newTokens, removed = [], removedCount = 0 }) => (
        <div key={seq} data-compaction={strategy} className="min-w-0">
          <p className="flex flex-wrap gap-x-2">
            <code className="font-strong">{strategy}</code>
            <span className="num text-ink-2">
              {t('reduced', { before: originalTokens.toLocaleString('en'), after: newTokens.toLocaleString('en') })}
            </span>
          </p>
          <ul className="border-t border-line-1">
            {removed.map(({ hash, role, excerpt, tokens }) => (
              <MessageRow key={hash} role={role} line={excerpt} tokens={tokens}>
                {onToggle ? (
                  <Mark
                    isOn={chosen.has(hash)}
                    text={t('pin')}
                    label={t('pinRemoved', { excerpt: visibleText(excerpt.slice(0, 60)) })}
                    onToggle={() => onToggle(hash)}
                  />
                ) : null}
              </MessageRow>
            ))}
          </ul>
          {removedCount > removed.length ? (
            <p className="text-ink-3">{t('more', { count: removedCount - removed.length })}</p>
          ) : null}
        </div>
      ))}
    </section>
  );
}

type MessagesProps = { call: ModelCall; choice: ContextChoice; onToggle: (kind: 'pin' | 'drop', index: number) => void };

function Messages({ call, choice, onToggle }: MessagesProps) {
  const t = useTranslations('contextView');
  const hasInstructions = hasSystemText(call.request);
  const messages = readMessages(call.request).slice(hasInstructions ? 1 : 0);
  return (
    <section aria-label={t('messagesOf')} className="min-w-0">
      <h3 className="text-meta text-ink-3">{t('messagesOf')}</h3>
      <p className="text-ink-2">{t('rerunText')}</p>
      <ol className="mt-1 border-t border-line-1">
        {messages.map(({ role, line }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was sent keeps its order
          <MessageRow key={index} role={role} line={line} isDropped={choice.drop.has(index)}>
            {isAdded(line) ? null : (
              <>
                <Mark
                  isOn={choice.pin.has(index)}
                  text={t('pin')}
                  label={t('pinMessage', { number: index + 1 })}
                  onToggle={() => onToggle('pin', index)}
                />
                <Mark
                  isOn={choice.drop.has(index)}
                  text={t('drop')}
                  label={t('dropMessage', { number: index + 1 })}
                  onToggle={() => onToggle('drop', index)}
                />
              </>
            )}
          </MessageRow>
        ))}
      </ol>
    </section>
  );
}

function hasSystemText(request: unknown): boolean {
  return typeof request === 'object' && request !== null && 'instructions' in request && request.instructions !== undefined;
}

type RowProps = { role: string; line: string; tokens?: number; isDropped?: boolean; children: React.ReactNode };

function MessageRow({ role, line, tokens, isDropped = false, children }: RowProps) {
  return (
    <li className="flex min-h-7 min-w-0 items-center gap-1.5 border-b border-line-1">
      <span className="w-14 shrink-0 text-meta font-strong">{role}</span>
      <span className={`min-w-0 grow truncate ${isDropped ? 'text-ink-3 line-through' : 'text-ink-2'}`}>{visibleText(line)}</span>
      {tokens === undefined ? null : <span className="num shrink-0 text-meta text-ink-3">{tokens.toLocaleString('en')}</span>}
      {children}
    </li>
  );
}

type MarkProps = { isOn: boolean; text: string; label: string; onToggle: () => void };

function Mark({ isOn, text, label, onToggle }: MarkProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={label}
      onClick={onToggle}
      className={`h-6 shrink-0 rounded-control border px-1.5 text-meta ${isOn ? 'border-transparent bg-accent-solid text-on-accent' : 'border-line-2 text-ink-2 hover:bg-hover hover:text-ink-1'}`}
    >
      {text}
    </button>
  );
}
