'use client';
import { Maximize2 } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CodeEditorProps } from '#components/code-editor/code-editor-props.ts';
import { isIndentedWithTab } from '#components/code-editor/code-language.ts';
import { LazyCodeEditor } from '#components/code-editor/lazy-code-editor.tsx';
import { Button } from '#components/ui/button.tsx';

type LargeEditorProps = CodeEditorProps & {
  title: string;
  /** Shown next to the text: values to insert. */
  aside?: ((insert: (reference: string) => void) => ReactNode) | undefined;
};

/** Opens a text in a large editor. */
export function LargeEditor({ title, aside, ...editor }: LargeEditorProps) {
  const t = useTranslations('codeEditor');
  const [isOpen, setIsOpen] = useState(false);
  const insert = useRef<(reference: string) => void>(undefined);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setIsOpen}>
      <Dialog.Trigger asChild>
        <Button look="quiet" size="icon" aria-label={t('enlarge', { title })} title={t('enlarge', { title })}>
          <Maximize2 size={12} aria-hidden="true" />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-(--scrim)" />
        <Dialog.Content
          onEscapeKeyDown={(event) => isListOpen() && event.preventDefault()}
          className="fixed inset-x-[max(16px,6vw)] inset-y-[6vh] z-20 grid grid-rows-[auto_minmax(0,1fr)_auto] rounded-menu bg-raised [box-shadow:var(--shadow-dialog)]"
        >
          <Dialog.Title className="border-b border-line-1 px-4 py-2 text-name font-title">{title}</Dialog.Title>
          <div className={`grid min-h-0 ${aside ? 'grid-cols-[minmax(0,1fr)_280px]' : ''}`}>
            <LazyCodeEditor {...editor} isFocused onOpened={(opened) => (insert.current = opened.insert)} />
            {aside ? (
              <aside aria-label={t('values')} className="flex min-h-0 flex-col border-l border-line-1 bg-panel pt-2">
                {aside((reference) => insert.current?.(reference))}
              </aside>
            ) : null}
          </div>
          <footer className="flex items-center gap-3 border-t border-line-1 px-4 py-2">
            <Dialog.Description className="grow text-meta text-ink-3">
              {isIndentedWithTab(editor.language) ? t('codeKeys') : t('keys')}
            </Dialog.Description>
            <Dialog.Close asChild>
              <Button look="primary">{t('done')}</Button>
            </Dialog.Close>
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Esc puts the list of suggestions away before it closes anything else. */
function isListOpen(): boolean {
  return document.querySelector('.monaco-editor .suggest-widget.visible, .monaco-editor .find-widget.visible') !== null;
}
