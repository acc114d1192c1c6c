'use client';
import { MessageSquarePlus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Composer } from '#components/editor/assistant/composer.tsx';
import { AssistantTurnView, PersonTurnView } from '#components/editor/assistant/turn-view.tsx';
import { useAssistant, useAssistantState } from '#components/editor/assistant/use-assistant.ts';
import { Button } from '#components/ui/button.tsx';

type AssistantPanelProps = {
  /** No model but the demo model is configured. */
  hasOnlyDemo: boolean;
  onClose: () => void;
};

/** A conversation about the opened workflow, in the editor's side panel. */
export function AssistantPanel({ hasOnlyDemo, onClose }: AssistantPanelProps) {
  const t = useTranslations('assistant');
  const assistant = useAssistant();
  const turns = useAssistantState((state) => state.turns);
  const list = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  const length = last?.role === 'assistant' ? last.text.length + last.steps.length : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added to the end is scrolled to
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [turns.length, length]);
  function close() {
    assistant.review(undefined);
    onClose();
  }
  return (
    <section
      aria-labelledby="assistant-title"
      data-part="assistant"
      className="flex h-full min-h-0 w-full min-w-0 flex-col bg-panel"
    >
      <header className="flex h-(--bar-panel) shrink-0 items-center gap-1 border-b border-line-1 bg-chrome pr-1 pl-3">
        <h2 id="assistant-title" className="grow text-name font-title">
          {t('title')}
        </h2>
        {turns.length > 0 ? (
          <Button look="quiet" size="icon" aria-label={t('restart')} title={t('restart')} onClick={() => assistant.restart()}>
            <MessageSquarePlus size={14} aria-hidden="true" />
          </Button>
        ) : null}
        <Button look="quiet" size="icon" aria-label={t('close')} onClick={close}>
          <X size={14} aria-hidden="true" />
        </Button>
      </header>
      <div
        ref={list}
        role="log"
        aria-label={t('conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so takes the keyboard
        tabIndex={0}
        className="grid min-h-0 grow content-start gap-4 overflow-y-auto p-3 focus-visible:-outline-offset-2"
      >
        {turns.length === 0 ? <Introduction /> : null}
        {turns.map((turn) =>
          turn.role === 'person' ? <PersonTurnView key={turn.id} turn={turn} /> : <AssistantTurnView key={turn.id} turn={turn} />,
        )}
      </div>
      <Composer hasOnlyDemo={hasOnlyDemo} />
    </section>
  );
}

function Introduction() {
  const t = useTranslations('assistant');
  return (
    <div className="grid gap-2 text-ink-2">
      <p>{t('introduction')}</p>
      <p>{t('promise')}</p>
    </div>
  );
}
