'use client';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';

const LINE_PX = 20;
const INDENT = '  ';

export type TextEditorHandle = {
  /** Puts the cursor at the beginning of a line, from 1, and shows it. */
  goToLine(line: number): void;
};

type TextEditorProps = {
  ref: Ref<TextEditorHandle>;
  label: string;
  text: string;
  /** Lines to be marked, and how. */
  marks: ReadonlyMap<number, 'error' | 'warning'>;
  onChange: (text: string) => void;
};

/** A text with its line numbers. Tab leads on, as everywhere; Enter keeps the indent of the line. */
export function TextEditor({ ref, label, text, marks, onChange }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const lineCount = text.split('\n').length;
  useImperativeHandle(ref, () => ({
    goToLine(line) {
      const offset =
        text
          .split('\n')
          .slice(0, line - 1)
          .join('\n').length + (line > 1 ? 1 : 0);
      area.current?.focus();
      area.current?.setSelectionRange(offset, offset);
      area.current?.scrollTo({ top: Math.max(0, (line - 4) * LINE_PX) });
    },
  }));
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const { selectionStart, value } = event.currentTarget;
    const before = value.slice(value.lastIndexOf('\n', selectionStart - 1) + 1, selectionStart);
    const indent = /^[ \t]*/.exec(before)?.[0] ?? '';
    // As if typed, so that the browser's undo includes it.
    document.execCommand('insertText', false, `\n${indent}${/[{[]\s*$/.test(before) ? INDENT : ''}`);
  }
  return (
    <div className="relative flex min-h-0 grow overflow-hidden bg-raised font-mono text-body leading-5">
      <div aria-hidden="true" className="relative w-12 shrink-0 overflow-hidden border-r border-line-1 bg-sunken text-ink-3">
        <div className="absolute inset-x-0 py-2" style={{ top: -scrollTop }}>
          {[...marks].map(([line, severity]) => (
            <span
              key={line}
              data-mark={line}
              className={`absolute inset-x-0 h-5 border-l-2 ${severity === 'error' ? 'border-failed bg-failed-bg' : 'border-waiting bg-waiting-bg'}`}
              style={{ top: 8 + (line - 1) * LINE_PX }}
            />
          ))}
          <pre className="relative pr-2 text-right leading-5">{lineNumbers(lineCount)}</pre>
        </div>
      </div>
      <textarea
        ref={area}
        aria-label={label}
        value={text}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        className="min-h-0 min-w-0 grow resize-none bg-transparent px-3 py-2 leading-5 whitespace-pre text-ink-1 focus-visible:-outline-offset-2"
      />
    </div>
  );
}

function lineNumbers(count: number): string {
  return Array.from({ length: count }, (_, index) => index + 1).join('\n');
}
