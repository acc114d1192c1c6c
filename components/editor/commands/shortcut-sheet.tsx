'use client';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ShortcutGroups } from '#components/editor/commands/shortcut-groups.tsx';
import { useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import { Button } from '#components/ui/button.tsx';

/** Every key of the editor, by what it is for. */
export function ShortcutSheet() {
  const t = useTranslations('commands');
  const ui = useEditorUiStore();
  const [before] = useState(() => document.activeElement);
  function returnFocus(event: Event) {
    event.preventDefault();
    if (before instanceof HTMLElement) before.focus();
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => (isOpen ? undefined : ui.getState().set({ dialog: undefined }))}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-(--scrim)" />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-20 flex max-h-[84vh] w-[min(760px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 flex-col rounded-menu bg-raised [box-shadow:var(--shadow-dialog)]"
        >
          <header className="flex h-10 shrink-0 items-center border-b border-line-1 pr-2 pl-4">
            <Dialog.Title className="grow text-name font-title">{t('sheet')}</Dialog.Title>
            <Dialog.Close asChild>
              <Button look="quiet" size="icon" aria-label={t('close')} title={t('close')}>
                <X size={14} aria-hidden="true" />
              </Button>
            </Dialog.Close>
          </header>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            aria-label={t('sheet')}
            className="min-h-0 overflow-y-auto px-4 py-3 md:columns-2 md:gap-8"
          >
            <Dialog.Description className="mb-3 text-ink-3 [column-span:all]">{t('sheetText')}</Dialog.Description>
            <ShortcutGroups />
          </section>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
