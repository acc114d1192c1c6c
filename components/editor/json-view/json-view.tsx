'use client';
import { X } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { CodeEditorHandle } from '#components/code-editor/code-editor-props.ts';
import { LazyCodeEditor } from '#components/code-editor/lazy-code-editor.tsx';
import { learntFor } from '#components/editor/document/learnt-schemas.ts';
import { useEditor, useEditorStore, useEditorUi, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { useFit } from '#components/editor/elements/use-fit.ts';
import { checkJson, type JsonMark } from '#components/editor/json-view/check-json.ts';
import { useWorkflowSchema } from '#components/editor/json-view/use-workflow-schema.ts';
import { useCodeProblem } from '#components/editor/problems/code-problems.ts';
import { Button } from '#components/ui/button.tsx';
import { ProblemMark } from '#components/ui/problem-mark.tsx';
import { useProblemText } from '#components/ui/use-problem-text.ts';
import { applyFix } from '#lib/workflow/fixes/apply-fix.ts';
import type { Fix } from '#lib/workflow/fixes/fix.ts';
import { formatWorkflow } from '#lib/workflow/format-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
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
  const learnt = useEditor((state) => state.learnt);
  const draft = useEditorUi((state) => state.jsonDraft);
  const schema = useWorkflowSchema();
  const showAll = useFit();
  const editor = useRef<CodeEditorHandle>(undefined);
  const stored = useMemo(() => formatWorkflow(workflow), [workflow]);
  const text = draft?.text ?? stored;
  const checked = useMemo(() => checkJson(text, nodeRegistry, learntFor(workflow, learnt)), [text, workflow, learnt]);
  const toCodeProblem = useCodeProblem(mend);
  const problems = checked.marks.map((mark) =>
    mark.kind === 'problem'
      ? toCodeProblem(mark.problem, mark)
      : { ...mark.mistake, message: t(`mistakes.${mark.mistake.reason}`), isError: true },
  );
  const isTyped = draft !== undefined && draft.text !== stored;
  const hasMoved = isTyped && draft.base !== workflow;

  function write(typed: string) {
    // Monaco reports the texts that it is given, too.
    if (typed !== text) ui.getState().set({ jsonDraft: { text: typed, base: draft?.base ?? workflow } });
  }
  function apply() {
    if (checked.workflow) take(checked.workflow, 'json');
  }
  /** Mends what is shown: the edited text, or the workflow itself. */
  function mend(fix: Fix) {
    const mended = checked.workflow && applyFix(checked.workflow, fix, nodeRegistry);
    if (!mended) return;
    if (isTyped) write(formatWorkflow(mended));
    else take(mended, 'fix');
  }
  function take(made: Workflow, label: 'json' | 'fix') {
    store.getState().apply({ label, run: () => made });
    ui.getState().set({ jsonDraft: undefined });
    // React Flow measures the new nodes first.
    if (label === 'json') requestAnimationFrame(showAll);
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
      <div className="min-h-0 grow bg-raised">
        <LazyCodeEditor
          label={t('text')}
          language="json"
          text={text}
          onText={write}
          schema={schema}
          hasOwnChecks
          problems={problems}
          onOpened={(opened) => (editor.current = opened)}
        />
      </div>
      <footer className="max-h-40 shrink-0 overflow-y-auto border-t border-line-1 py-1">
        <p role="status" className="px-3 py-0.5 text-meta text-ink-3">
          {stateOf()}
        </p>
        <ul aria-label={t('problems')}>
          {checked.marks.map((mark) => (
            <MarkRow key={keyOf(mark)} mark={mark} onGo={() => editor.current?.goTo(mark)} />
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
