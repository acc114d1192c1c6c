'use client';
import { useEffect, useEffectEvent, useRef } from 'react';
import { monaco, takePageColours } from '#components/code-editor/load-monaco.ts';

/** A stretch of a text, by offsets. */
type Stretch = { readonly from: number; readonly to: number };

export type CodeEditorProps = {
  label: string;
  language: string;
  /** What stands there at first; later only `onText` tells. */
  text: string;
  onText: (text: string) => void;
  /** What can be written at the caret, in the place of the stretch. */
  suggest: (text: string, caret: number) => (Stretch & { items: readonly CodeSuggestion[] }) | undefined;
  /** What is known of the words at an offset, as plain text. */
  explain: (text: string, offset: number) => (Stretch & { lines: readonly string[] }) | undefined;
  /** Where references stand. */
  chipsIn: (text: string) => readonly Stretch[];
  problems: readonly { line: number; column: number; message: string; isError: boolean }[];
};

export type CodeSuggestion = { readonly name: string; readonly value: string; readonly typed: string };

const LINE_HEIGHT_PX = 20;
const CHIP = 'rounded-chip bg-accent-bg';

/** Monaco on one text. Load it lazily: it is a megabyte. Tab leaves it, so that nobody is caught in it. */
export default function CodeEditor(props: CodeEditorProps) {
  const frame = useRef<HTMLDivElement>(null);
  const opened = useRef<monaco.editor.IStandaloneCodeEditor>(undefined);
  const suggest = useEffectEvent((text: string, caret: number) => props.suggest(text, caret));
  const explain = useEffectEvent((text: string, offset: number) => props.explain(text, offset));
  const take = useEffectEvent((text: string) => props.onText(text));
  const chipsIn = useEffectEvent((text: string) => props.chipsIn(text));
  const open = useEffectEvent((element: HTMLElement) => openEditor(element, props));
  const { language, problems } = props;

  useEffect(() => {
    if (!frame.current) return;
    const { editor, model } = open(frame.current);
    opened.current = editor;
    const chips = editor.createDecorationsCollection();
    const mark = () =>
      chips.set(
        chipsIn(model.getValue()).map((stretch) => ({ range: rangeOf(model, stretch), options: { inlineClassName: CHIP } })),
      );
    mark();
    model.onDidChangeContent(() => {
      mark();
      take(model.getValue());
    });
    const providers = [
      monaco.languages.registerCompletionItemProvider(language, {
        triggerCharacters: ['{', '.', ' '],
        provideCompletionItems: (asked, position) =>
          asked === model ? completionList(model, suggest(model.getValue(), model.getOffsetAt(position))) : undefined,
      }),
      monaco.languages.registerHoverProvider(language, {
        provideHover: (asked, position) => {
          const known = asked === model ? explain(model.getValue(), model.getOffsetAt(position)) : undefined;
          return known && { range: rangeOf(model, known), contents: known.lines.map((line) => ({ value: asPlainText(line) })) };
        },
      }),
    ];
    editor.focus();
    return () => {
      for (const part of [...providers, editor, model]) part.dispose();
      opened.current = undefined;
    };
  }, [language]);

  useEffect(() => {
    const model = opened.current?.getModel();
    if (!model) return;
    const markers = problems.map(({ line, column, message, isError }) => {
      const end = model.getWordAtPosition({ lineNumber: line, column })?.endColumn ?? column + 1;
      const severity = isError ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning;
      return { startLineNumber: line, endLineNumber: line, startColumn: column, endColumn: end, message, severity };
    });
    monaco.editor.setModelMarkers(model, 'threadloom', markers);
  }, [problems]);

  return <div ref={frame} data-code-editor={language} className="h-full min-h-0 w-full" />;
}

function openEditor(element: HTMLElement, { text, language, label }: CodeEditorProps) {
  const model = monaco.editor.createModel(text, language);
  takePageColours(element);
  const { fontFamily } = getComputedStyle(element);
  const editor = monaco.editor.create(element, {
    ...{ model, automaticLayout: true, ariaLabel: label, tabFocusMode: true, fontFamily: `var(--font-mono), ${fontFamily}` },
    ...{ fontSize: 12, lineHeight: LINE_HEIGHT_PX, wordWrap: 'on', minimap: { enabled: false }, scrollBeyondLastLine: false },
    ...{ lineNumbersMinChars: 3, folding: false, glyphMargin: false, renderLineHighlight: 'line', contextmenu: false },
    ...{ wordBasedSuggestions: 'off', suggest: { showIcons: false, showStatusBar: false }, overviewRulerLanes: 0 },
    ...{ quickSuggestions: { other: true, strings: true, comments: false }, unicodeHighlight: { ambiguousCharacters: false } },
  });
  return { editor, model };
}

function rangeOf(model: monaco.editor.ITextModel, { from, to }: Stretch): monaco.Range {
  return monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
}

function completionList(
  model: monaco.editor.ITextModel,
  found: ReturnType<CodeEditorProps['suggest']>,
): monaco.languages.CompletionList | undefined {
  if (!found) return undefined;
  const range = rangeOf(model, found);
  const suggestions = found.items.map(({ name, value, typed }, index) => ({
    ...{ label: { label: name, description: value }, insertText: typed, filterText: name, range },
    ...{ kind: monaco.languages.CompletionItemKind.Field, sortText: String(index).padStart(5, '0') },
  }));
  // The list depends on where the caret is, so it is asked for again with every letter.
  return { suggestions, incomplete: true };
}

/** Values come from runs: nothing in them is Markdown. */
function asPlainText(line: string): string {
  return line.replaceAll(/[\\`*_{}[\]()#+\-.!<>|~&]/g, '\\$&');
}
