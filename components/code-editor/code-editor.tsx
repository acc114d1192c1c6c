'use client';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { CodeEditorHandle, CodeEditorProps, CodeHelp, CodeProblem } from '#components/code-editor/code-editor-props.ts';
import { checkBySchema, monaco } from '#components/code-editor/load-monaco.ts';
import { type OpenedEditor, openCodeEditor, rangeOf, writeAtCaret } from '#components/code-editor/open-code-editor.ts';
import { takeDrops } from '#components/code-editor/take-drops.ts';

const CHIP = 'rounded-chip bg-accent-bg';
const HEIGHT_MIN_PX = 68;
const HEIGHT_MAX_PX = 420;

/** Monaco on one text. Load it lazily: it is a megabyte. */
export default function CodeEditor(props: CodeEditorProps) {
  const { language, problems, text, schema, size = 'fill' } = props;
  const t = useTranslations('codeEditor');
  const frame = useRef<HTMLDivElement>(null);
  const opened = useRef<OpenedEditor>(undefined);
  const helpWith = useEffectEvent(() => props.help);
  const takeText = useEffectEvent((written: string) => props.onText(written));
  const leave = useEffectEvent(() => props.onLeave?.());
  const open = useEffectEvent((element: HTMLElement) => openCodeEditor(element, props, t('leave')));
  const onEditorOpened = useEffectEvent((handle: CodeEditorHandle) => props.onOpened?.(handle));
  const problemsNow = useEffectEvent(() => props.problems);
  const hasOwnChecks = useEffectEvent(() => props.hasOwnChecks ?? false);
  const takesFocus = useRef(props.isFocused ?? false);

  // Takes the focus in the commit that removes the plain text area: a key pressed later would act on the canvas.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another text to Monaco
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const made = open(element);
    const { editor, model } = made;
    opened.current = made;
    const insert = (reference: string) => {
      const position = editor.getPosition();
      const typed = position && helpWith()?.typedFor?.(model.getValue(), model.getOffsetAt(position), reference);
      if (typed !== undefined && typed !== null) writeAtCaret(editor, typed);
    };
    const stops = [
      showChips(made, () => helpWith()?.chipsIn(model.getValue()) ?? []),
      ...provideHelp(made, helpWith),
      provideFixes(made, () => problemsNow()),
      hasOwnChecks() ? hideSchemaMarks(made) : () => {},
      takeDrops(editor, { insert, isAccepting: () => helpWith()?.typedFor !== undefined }),
      growWith(made, element, size),
    ];
    model.onDidChangeContent(() => takeText(model.getValue()));
    editor.onDidBlurEditorText(() => leave());
    if (takesFocus.current) {
      editor.setPosition(model.getFullModelRange().getEndPosition());
      editor.focus();
    }
    onEditorOpened({ insert, goTo: (position) => showPosition(made, position) });
    return () => {
      for (const stop of stops) stop();
      takesFocus.current = editor.hasTextFocus();
      made.close();
      opened.current = undefined;
    };
  }, [language, size]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the schema belongs to the model of this language
  useEffect(() => {
    const model = opened.current?.model;
    return model && schema ? checkBySchema(model, schema) : undefined;
  }, [schema, language]);

  // A layout effect, too: a later update would replace what was typed meanwhile by the earlier text.
  useLayoutEffect(() => {
    const model = opened.current?.model;
    if (model && model.getValue() !== text) replaceText(model, text);
  }, [text]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the markers belong to the text of this language
  useEffect(() => {
    const model = opened.current?.model;
    if (model) showProblems(model, problems);
  }, [problems, language]);

  return (
    <div
      ref={frame}
      data-code-editor={language}
      className={size === 'fill' ? 'h-full min-h-0 w-full' : 'min-h-17 w-full overflow-hidden rounded-control'}
    />
  );
}

/** Shows changes from elsewhere; they can be undone here too. */
function replaceText(model: monaco.editor.ITextModel, text: string): void {
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
}

function showChips({ editor, model }: OpenedEditor, chipsIn: () => ReturnType<CodeHelp['chipsIn']>): () => void {
  const chips = editor.createDecorationsCollection();
  const mark = () =>
    chips.set(chipsIn().map((stretch) => ({ range: rangeOf(model, stretch), options: { inlineClassName: CHIP } })));
  mark();
  const listening = model.onDidChangeContent(mark);
  return () => listening.dispose();
}

function provideHelp({ model }: OpenedEditor, helpWith: () => CodeHelp | undefined): (() => void)[] {
  const languageId = model.getLanguageId();
  const providers = [
    monaco.languages.registerCompletionItemProvider(languageId, {
      triggerCharacters: ['{', '.', ' '],
      provideCompletionItems: (asked, position) =>
        asked === model ? completionList(model, helpWith()?.suggest(model.getValue(), model.getOffsetAt(position))) : undefined,
    }),
    monaco.languages.registerHoverProvider(languageId, {
      provideHover: (asked, position) => {
        const known = asked === model ? helpWith()?.explain(model.getValue(), model.getOffsetAt(position)) : undefined;
        return known && { range: rangeOf(model, known), contents: known.lines.map((line) => ({ value: asPlainText(line) })) };
      },
    }),
  ];
  return providers.map((provider) => () => provider.dispose());
}

function growWith({ editor }: OpenedEditor, element: HTMLElement, size: CodeEditorProps['size']): () => void {
  if (size !== 'grow') return () => {};
  const grow = () => {
    const heightPx = Math.min(Math.max(editor.getContentHeight(), HEIGHT_MIN_PX), HEIGHT_MAX_PX);
    element.style.height = `${heightPx}px`;
    editor.layout();
  };
  grow();
  const listening = editor.onDidContentSizeChange(grow);
  return () => listening.dispose();
}

type ProblemPlace = Pick<CodeProblem, 'line' | 'column' | 'endColumn'>;

/** Quick fixes of the problems, at their marks. */
function provideFixes({ editor, model }: OpenedEditor, problemsNow: () => readonly CodeProblem[]): () => void {
  const commandId = editor.addCommand(0, (_context, run: () => void) => run());
  const provider = monaco.languages.registerCodeActionProvider(model.getLanguageId(), {
    provideCodeActions: (asked, range) => {
      if (asked !== model || commandId === null) return undefined;
      const near = problemsIn(model, problemsNow()).filter((problem) =>
        monaco.Range.areIntersectingOrTouching(stretchOfProblem(model, problem), range),
      );
      const actions = near.flatMap(({ fixes = [] }) =>
        fixes.map(({ title, run }, index) => ({
          title,
          kind: 'quickfix',
          isPreferred: index === 0,
          command: { id: commandId, title, arguments: [run] },
        })),
      );
      return { actions, dispose: () => {} };
    },
  });
  return () => provider.dispose();
}

/** Removes the marks that Monaco makes itself: the same mistakes would be shown twice. */
function hideSchemaMarks({ model }: OpenedEditor): () => void {
  const hide = () => {
    if (monaco.editor.getModelMarkers({ owner: 'json', resource: model.uri }).length > 0)
      monaco.editor.setModelMarkers(model, 'json', []);
  };
  const listening = monaco.editor.onDidChangeMarkers((changed) => {
    if (changed.some((uri) => uri.toString() === model.uri.toString())) hide();
  });
  return () => listening.dispose();
}

function showPosition({ editor }: OpenedEditor, { line, column = 1 }: Pick<CodeProblem, 'line' | 'column'>): void {
  const position = { lineNumber: line, column };
  editor.setPosition(position);
  editor.revealPositionInCenterIfOutsideViewport(position);
  editor.focus();
}

function showProblems(model: monaco.editor.ITextModel, problems: readonly CodeProblem[]): void {
  const markers = problemsIn(model, problems).map(({ message, isError, ...place }) => ({
    ...stretchOfProblem(model, place),
    message,
    severity: isError ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
  }));
  monaco.editor.setModelMarkers(model, 'threadloom', markers);
}

/** Without those past its end: the text may be shorter by now than when it was checked. */
function problemsIn(model: monaco.editor.ITextModel, problems: readonly CodeProblem[]): readonly CodeProblem[] {
  const lineCount = model.getLineCount();
  return problems.filter(({ line }) => line <= lineCount);
}

function stretchOfProblem(model: monaco.editor.ITextModel, { line, column, endColumn }: ProblemPlace) {
  const lines = { startLineNumber: line, endLineNumber: line };
  if (column === undefined)
    return { ...lines, startColumn: model.getLineFirstNonWhitespaceColumn(line), endColumn: model.getLineMaxColumn(line) };
  const end = endColumn ?? model.getWordAtPosition({ lineNumber: line, column })?.endColumn ?? column + 1;
  return { ...lines, startColumn: column, endColumn: end };
}

function completionList(
  model: monaco.editor.ITextModel,
  found: ReturnType<CodeHelp['suggest']>,
): monaco.languages.CompletionList | undefined {
  if (!found) return undefined;
  const range = rangeOf(model, found);
  const suggestions = found.items.map(({ name, value, typed }, index) => ({
    label: { label: name, description: value },
    insertText: typed,
    filterText: name,
    range,
    kind: monaco.languages.CompletionItemKind.Field,
    sortText: String(index).padStart(5, '0'),
  }));
  // The list depends on the caret, so it is requested again with each letter.
  return { suggestions, incomplete: true };
}

/** Values come from runs: nothing in them is Markdown. With `:` and `@`, since escapes inside a link would be shown. */
function asPlainText(line: string): string {
  return line.replaceAll(/[\\`*_{}[\]()#+\-.!<>|~&:@]/g, '\\$&');
}
