'use client';
import { useLayoutEffect, useRef } from 'react';
import type { CodeEditorProps } from '#components/code-editor/code-editor-props.ts';
import { TextArea } from '#components/ui/text-area.tsx';

type PlainEditorProps = CodeEditorProps & { onFocusChange?: (hasFocus: boolean) => void };

/** A code editor without Monaco. */
export function PlainEditor({ label, text, onText, size, placeholder, isFocused = false, onFocusChange }: PlainEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const takesFocus = useRef(isFocused);
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  return (
    <TextArea
      ref={area}
      onFocus={() => onFocusChange?.(true)}
      onBlur={() => onFocusChange?.(false)}
      aria-label={label}
      value={text}
      placeholder={placeholder}
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
      className={`font-mono text-meta leading-5! ${size === 'grow' ? 'min-h-17' : 'm-2 max-h-none!'}`}
    />
  );
}
