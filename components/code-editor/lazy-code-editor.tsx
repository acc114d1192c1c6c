'use client';
import { lazy, Suspense, useState } from 'react';
import { useLocale } from 'use-intl';
import type { CodeEditorProps } from '#components/code-editor/code-editor-props.ts';
import { TextArea } from '#components/ui/text-area.tsx';

const load = () => import('#components/code-editor/code-editor.tsx');
const plain = () => ({ default: PlainEditor });
/** Monaco's own words have to be there before Monaco is. */
const editors = {
  en: lazy(() => load().catch(plain)),
  'zh-CN': lazy(() => import('monaco-editor/nls/lang/zh-cn').then(load).catch(plain)),
} as const;

/** Monaco, loaded on first use. Until then, and when it cannot be loaded, a plain text area keeps what is typed. */
export function LazyCodeEditor(props: CodeEditorProps) {
  const Editor = editors[useLocale() === 'zh-CN' ? 'zh-CN' : 'en'];
  // The editor that replaces the text area takes its focus over.
  const [isTyping, setIsTyping] = useState(false);
  return (
    <Suspense fallback={<PlainEditor {...props} onTyping={setIsTyping} />}>
      <Editor {...props} isFocused={isTyping || (props.isFocused ?? false)} />
    </Suspense>
  );
}

type PlainEditorProps = CodeEditorProps & { onTyping?: (isTyping: boolean) => void };

function PlainEditor({ label, text, onText, size, placeholder, onTyping }: PlainEditorProps) {
  return (
    <TextArea
      onFocus={() => onTyping?.(true)}
      onBlur={() => onTyping?.(false)}
      aria-label={label}
      value={text}
      placeholder={placeholder}
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
      className={`font-mono text-meta leading-5! ${size === 'grow' ? 'min-h-17' : 'm-2 max-h-none!'}`}
    />
  );
}
