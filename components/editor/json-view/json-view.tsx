'use client';
import { X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor, useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { checkJson, type JsonMark } from '#components/editor/json-view/check-json.ts';
import { TextEditor, type TextEditorHandle } from '#components/editor/json-view/text-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import { useProblemText } from '#components/ui/use-problem-text.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/**
 * The workflow as text, next to the canvas. It follows the canvas until it is edited; edits are applied as one step on
 * request, and kept until then, even when invalid.
 */
export function JsonView() {
  const t = useTranslations('editor.json');
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const workflow = useEditor((state) => state.document);
  const draft = useEditorUi((state) => state.jsonDraft);
  const editor = useRef<TextEditorHandle>(null);
  const stored = useMemo(() => formatWorkflow(workflow), [workflow]);
  const text = draft?.text ?? stored;
  const checked = useMemo(() => checkJson(text, nodeRegistry), [text]);
  const isTyped = draft !== undefined && draft.text !== stored;
  const hasMoved = isTyped && draft.base !== workflow;

  function write(typed: string) {
    ui.getState().set({ jsonDraft: { text: typed, base: draft?.base ?? workflow } });
  }
  function apply() {
    const made = checked.workflow;
    if (!made) return;
    store.getState().apply({ label: 'json', run: () => made });
    ui.getState().set({ jsonDraft: undefined });
  }
  return (
    <section
      aria-label={t('title')}
      className="z-6 flex min-h-0 w-[min(560px,50%)] shrink-0 flex-col border-r border-line-1 bg-panel"
    >
      <header className="flex h-(--bar-panel) shrink-0 items-center gap-1 border-b border-line-1 pr-1 pl-3">
        <h2 className="min-w-0 grow truncate font-title">{t('title')}</h2>
        {isTyped ? <Button onClick={() => ui.getState().set({ jsonDraft: undefined })}>{t('discard')}</Button> : null}
        <Button
          look="primary"
          aria-disabled={isTyped && checked.workflow ? undefined : true}
          onClick={isTyped ? apply : undefined}
        >
          {t('apply')}
        </Button>
        <Button
          look="quiet"
          size="icon"
          aria-label={t('close')}
          title={t('close')}
          onClick={() => ui.getState().set({ isJsonOpen: false })}
        >
          <X size={14} aria-hidden="true" />
        </Button>
      </header>
      <TextEditor ref={editor} label={t('text')} text={text} marks={marksByLine(checked.marks)} onChange={write} />
      <footer className="max-h-40 shrink-0 overflow-y-auto border-t border-line-1 py-1">
        <p role="status" className="px-3 py-0.5 text-meta text-ink-3">
          {stateOf()}
        </p>
        <ul aria-label={t('problems')}>
          {checked.marks.map((mark) => (
            <MarkRow key={keyOf(mark)} mark={mark} onGo={() => editor.current?.goToLine(mark.line)} />
          ))}
        </ul>
      </footer>
    </section>
  );

  function stateOf(): string {
    if (!isTyped) return t('same');
    if (!checked.workflow) return t('broken');
    return hasMoved ? t('moved') : t('typed');
  }
}

function MarkRow({ mark, onGo }: { mark: JsonMark; onGo: () => void }) {
  const t = useTranslations('editor.json');
  const wordsOf = useProblemText();
  const severity = mark.kind === 'problem' ? mark.problem.severity : 'error';
  return (
    <li>
      <button
        type="button"
        onClick={onGo}
        className="flex w-full items-start gap-2 px-3 py-0.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="grid h-4 place-items-center">
          <ProblemMark level={severity} isNamed />
        </span>
        <span className="num w-14 shrink-0 text-ink-3">{t('line', { line: mark.line })}</span>
        <span className="min-w-0 wrap-anywhere">
          {mark.kind === 'problem' ? wordsOf(mark.problem).message : t(`mistakes.${mark.mistake.reason}`)}
        </span>
      </button>
    </li>
  );
}

function keyOf(mark: JsonMark): string {
  return mark.kind === 'mistake' ? 'mistake' : `${mark.line} ${mark.problem.code} ${mark.problem.path} ${mark.problem.message}`;
}

/** The worst of each line. */
function marksByLine(marks: readonly JsonMark[]): ReadonlyMap<number, 'error' | 'warning'> {
  const lines = new Map<number, 'error' | 'warning'>();
  for (const mark of marks) {
    const severity = mark.kind === 'problem' ? mark.problem.severity : 'error';
    if (lines.get(mark.line) !== 'error') lines.set(mark.line, severity);
  }
  return lines;
}
