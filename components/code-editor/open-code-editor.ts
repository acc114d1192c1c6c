import type { CodeEditorProps, CodeStretch } from '#components/code-editor/code-editor-props.ts';
import { isIndentedWithTab } from '#components/code-editor/code-language.ts';
import { languageIds, monaco } from '#components/code-editor/load-monaco.ts';
import { syncMonacoTheme } from '#components/code-editor/sync-monaco-theme.ts';

const LINE_HEIGHT_PX = 20;
/** Escape means something else while one of these is open. */
const NOTHING_OPEN = '!suggestWidgetVisible && !findWidgetVisible && !editorHasSelection && !parameterHintsVisible';

export type OpenedEditor = {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  readonly model: monaco.editor.ITextModel;
  close(): void;
};

/** Monaco in an element. `leaveLabel` names the command that lets Tab lead out of a text that is indented with it. */
export function openCodeEditor(element: HTMLElement, props: CodeEditorProps, leaveLabel: string): OpenedEditor {
  const { text, language, label, placeholder, size = 'fill' } = props;
  const model = monaco.editor.createModel(text, languageIds[language]);
  syncMonacoTheme();
  const editor = monaco.editor.create(element, {
    model,
    automaticLayout: true,
    ariaLabel: label,
    ...(placeholder !== undefined && { placeholder }),
    tabFocusMode: !isIndentedWithTab(language),
    // Its other way to take input is no text field for the keys of the page.
    editContext: false,
    fixedOverflowWidgets: true,
    dropIntoEditor: { enabled: false },
    fontFamily: `var(--font-mono), ${getComputedStyle(element).fontFamily}`,
    fontSize: 12,
    lineHeight: LINE_HEIGHT_PX,
    wordWrap: 'on',
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    stickyScroll: { enabled: false },
    lineNumbersMinChars: 3,
    folding: size === 'fill' && language === 'json',
    glyphMargin: false,
    contextmenu: false,
    overviewRulerLanes: 0,
    lineDecorationsWidth: 8,
    renderLineHighlight: size === 'fill' ? 'line' : 'none',
    padding: { top: 4, bottom: 4 },
    scrollbar: { alwaysConsumeMouseWheel: false, verticalScrollbarSize: 8, horizontalScrollbarSize: 8 },
    wordBasedSuggestions: 'off',
    suggest: { showIcons: false, showStatusBar: false },
    quickSuggestions: { other: true, strings: true, comments: false },
    unicodeHighlight: { ambiguousCharacters: false },
  });
  // Only now: an editor gives its model the options of all editors.
  model.updateOptions({
    tabSize: language === 'python' ? 4 : 2,
    indentSize: 'tabSize',
    insertSpaces: true,
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  if (isIndentedWithTab(language)) addEscape(editor, leaveLabel);
  return {
    editor,
    model,
    close() {
      editor.dispose();
      model.dispose();
    },
  };
}

function addEscape(editor: monaco.editor.IStandaloneCodeEditor, label: string): void {
  editor.addAction({
    id: 'leave-with-tab',
    label,
    keybindings: [monaco.KeyCode.Escape],
    precondition: NOTHING_OPEN,
    run: () => editor.updateOptions({ tabFocusMode: true }),
  });
  editor.onDidBlurEditorText(() => editor.updateOptions({ tabFocusMode: false }));
}

export function rangeOf(model: monaco.editor.ITextModel, { from, to }: CodeStretch): monaco.Range {
  return monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
}

/** Replaces the selection, as one undoable step. */
export function writeAtCaret(editor: monaco.editor.ICodeEditor, typed: string): void {
  const range = editor.getSelection();
  if (!range) return;
  editor.pushUndoStop();
  editor.executeEdits('reference', [{ range, text: typed, forceMoveMarkers: true }]);
  editor.pushUndoStop();
  editor.focus();
}
