'use client';
import { ArrowUp, Square } from 'lucide-react';
import Link from 'next/link';
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useAssistant, useAssistantState } from '#components/editor/assistant/use-assistant.ts';
import { useEditor, useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useShownFact } from '#components/editor/run/run-overlay.ts';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';

type Suggestion = 'build' | 'explain' | 'repairProblems' | 'repairRun';

/** Where the person writes, with suggestions for what there is to do. */
export function Composer({ hasOnlyDemo }: { hasOnlyDemo: boolean }) {
  const t = useTranslations('assistant');
  const assistant = useAssistant();
  const editor = useEditorStore();
  const text = useAssistantState((state) => state.draft);
  const setText = (draft: string) => assistant.write(draft);
  const runId = useShownFact(({ run }) => run.runId);
  const isRunning = useAssistantState((state) => state.isRunning);
  const suggestions = useSuggestions();
  function send(message: string) {
    if (message.trim() === '' || isRunning || hasOnlyDemo) return;
    setText('');
    void assistant.ask({ message: message.trim(), selectedNodes: [...editor.getState().selectedNodes], runId });
  }
  const ui = useEditorUiStore();
  const task = useEditorUi((state) => state.assistantTask);
  const begin = useEffectEvent((wanted: NonNullable<typeof task>) => {
    ui.getState().set({ assistantTask: undefined });
    const message = t(`prompts.${wanted.task}`);
    if (wanted.how === 'send') send(message);
    else setText(message);
  });
  useEffect(() => {
    if (task) begin(task);
  }, [task]);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    send(text);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send(text);
  }
  if (hasOnlyDemo)
    return (
      <div data-part="assistant-needs-model" className="grid gap-2 border-t border-line-1 bg-chrome p-3 text-ink-2">
        <p>
          <strong className="font-strong text-ink-1">{t('needsModel')}</strong> {t('needsModelText')}
        </p>
        <Link href="/models" className="text-accent underline underline-offset-2">
          {t('addModel')}
        </Link>
      </div>
    );
  return (
    <form onSubmit={onSubmit} className="grid shrink-0 gap-2 border-t border-line-1 bg-chrome p-3">
      {isRunning ? null : (
        <div className="flex flex-wrap gap-1.5">
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              onClick={() => (suggestion === 'build' ? setText(t('prompts.build')) : send(t(`prompts.${suggestion}`)))}
            >
              {t(`suggestions.${suggestion}`)}
            </Button>
          ))}
        </div>
      )}
      <div className="flex items-end gap-2">
        <TextArea
          aria-label={t('message')}
          placeholder={t('placeholder')}
          value={text}
          rows={2}
          maxLength={20_000}
          onChange={(event) => setText(event.target.value)}
          data-enter-sends="plain"
          onKeyDown={onKeyDown}
          className="grow"
        />
        {isRunning ? (
          <Button size="icon" aria-label={t('stop')} title={t('stop')} onClick={() => void assistant.stop()}>
            <Square size={12} aria-hidden="true" />
          </Button>
        ) : (
          <Button type="submit" look="primary" size="icon" aria-label={t('send')} title={t('send')} disabled={text.trim() === ''}>
            <ArrowUp size={14} aria-hidden="true" />
          </Button>
        )}
      </div>
    </form>
  );
}

/** What there is to do with the workflow as it is. */
function useSuggestions(): Suggestion[] {
  const isBare = useEditor(({ document }) => document.nodes.length <= 1);
  const hasErrors = useEditor(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  const hasFailed = useShownFact(({ run }) => run.status) === 'failed';
  return [
    ...(hasFailed ? ['repairRun' as const] : []),
    ...(hasErrors ? ['repairProblems' as const] : []),
    ...(isBare ? ['build' as const] : ['explain' as const]),
  ];
}
