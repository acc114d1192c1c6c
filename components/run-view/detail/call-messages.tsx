'use client';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CallMessage, MessagePart } from '#components/run-view/detail/read-messages.ts';
import { ValueExplorer } from '#components/ui/value-explorer.tsx';
import { ValueView } from '#components/ui/value-view.tsx';
import { visibleText } from '#lib/i18n/visible-text.ts';

/** The messages of a request, one line each; the last one is unfolded. */
export function CallMessages({ messages }: { messages: readonly CallMessage[] }) {
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  function toggle(index: number) {
    const next = new Set(toggled);
    if (!next.delete(index)) next.add(index);
    setToggled(next);
  }
  return (
    <ol>
      {messages.map((message, index) => (
        <Message
          // biome-ignore lint/suspicious/noArrayIndexKey: what was sent keeps its order
          key={index}
          message={message}
          isOpen={toggled.has(index) !== (index === messages.length - 1)}
          onToggle={() => toggle(index)}
        />
      ))}
    </ol>
  );
}

type MessageProps = { message: CallMessage; isOpen: boolean; onToggle: () => void };

function Message({ message: { role, parts, line, length }, isOpen, onToggle }: MessageProps) {
  return (
    <li data-role={role} className="border-t border-line-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex h-6.5 w-full items-center gap-1.5 px-3 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <ChevronRight size={12} aria-hidden="true" className={`shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`} />
        <span className="w-14 shrink-0 text-meta font-strong">{role}</span>
        <span className="min-w-0 grow truncate text-ink-2">{isOpen ? '' : visibleText(line)}</span>
        <span className="num shrink-0 text-meta text-ink-3">{length.toLocaleString('en')}</span>
      </button>
      {isOpen ? (
        <div className="grid gap-1.5 px-3 pb-2">
          {parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order
            <Part key={index} part={part} role={role} />
          ))}
        </div>
      ) : null}
    </li>
  );
}

function Part({ part, role }: { part: MessagePart; role: string }) {
  const t = useTranslations('trace.call');
  switch (part.kind) {
    case 'text':
      return <ValueView label={role} value={part.text} />;
    case 'reasoning':
      return <ValueView label={t('thinking')} value={part.text} />;
    case 'call':
      return <ValueExplorer label={t('toolCall', { name: part.name })} value={part.value ?? null} />;
    case 'result':
      return <ValueExplorer label={t('toolResult', { name: part.name })} value={part.value ?? null} />;
    case 'other':
      return <ValueView label={role} value={JSON.stringify(part.value, null, 2)} isCode />;
    default:
      return part satisfies never;
  }
}
