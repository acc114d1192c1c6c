'use client';
import { Maximize2 } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { CodeEditorProps } from '#components/code-editor/code-editor.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextArea } from '#components/ui/text-area.tsx';

const CodeEditor = lazy(() => import('#components/code-editor/code-editor.tsx'));

/** Opens a text in a large editor. Until that is loaded one writes into a plain one, and nothing typed is lost. */
export function LargeEditor({ title, ...editor }: CodeEditorProps & { title: string }) {
  const t = useTranslations('codeEditor');
  const [isOpen, setIsOpen] = useState(false);
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
          className="fixed inset-x-[max(16px,8vw)] inset-y-[6vh] z-20 grid grid-rows-[auto_minmax(0,1fr)_auto] rounded-menu bg-raised [box-shadow:var(--shadow-dialog)]"
        >
          <Dialog.Title className="border-b border-line-1 px-4 py-2 text-name font-title">{title}</Dialog.Title>
          <Suspense fallback={<PlainEditor {...editor} />}>
            <CodeEditor {...editor} />
          </Suspense>
          <footer className="flex items-center gap-3 border-t border-line-1 px-4 py-2">
            <Dialog.Description className="grow text-meta text-ink-3">{t('keys')}</Dialog.Description>
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
  return document.querySelector('.monaco-editor .suggest-widget.visible') !== null;
}

function PlainEditor({ label, text, onText }: CodeEditorProps) {
  return (
    <TextArea
      aria-label={label}
      value={text}
      spellCheck={false}
      onChange={(event) => onText(event.target.value)}
      className="m-2 max-h-none! font-mono"
    />
  );
}
