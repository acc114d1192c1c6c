'use client';
import { lazy, Suspense, useState } from 'react';
import { useLocale } from 'use-intl';
import type { CodeEditorProps } from '#components/code-editor/code-editor-props.ts';
import { PlainEditor } from '#components/code-editor/plain-editor.tsx';

const load = () => import('#components/code-editor/code-editor.tsx');
const plain = () => ({ default: PlainEditor });
/** Monaco reads its own translated texts while it loads, so they are loaded first. */
const editors = {
  en: lazy(() => load().catch(plain)),
  'zh-CN': lazy(() => import('monaco-editor/nls/lang/zh-cn').then(load).catch(plain)),
} as const;

/** Monaco, loaded on first use. Until then, and when it cannot be loaded, a plain text area keeps what is typed. */
export function LazyCodeEditor(props: CodeEditorProps) {
  const Editor = editors[useLocale() === 'zh-CN' ? 'zh-CN' : 'en'];
  // The editor that replaces the text area has the focus if the text area had it.
  const [hasFocus, setHasFocus] = useState(props.isFocused ?? false);
  return (
    <Suspense fallback={<PlainEditor {...props} onFocusChange={setHasFocus} />}>
      <Editor {...props} isFocused={hasFocus} />
    </Suspense>
  );
}
