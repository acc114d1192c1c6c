'use client';
import { lazy, Suspense } from 'react';
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
  return (
    <Suspense fallback={<PlainEditor {...props} />}>
      <Editor {...props} />
    </Suspense>
  );
}

function PlainEditor({ label, text, onText, size, placeholder }: CodeEditorProps) {
  return (
    <TextArea
      aria-label={label}
      value={text}
      placeholder={placeholder}
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
      className={`font-mono text-meta leading-5! ${size === 'grow' ? 'min-h-17' : 'm-2 max-h-none!'}`}
    />
  );
}
