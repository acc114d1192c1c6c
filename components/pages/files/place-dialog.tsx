'use client';
import { Dialog } from 'radix-ui';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';

/** `path`: one file, with its new name. `folder`: several, which keep their names. */
export type Place = { readonly kind: 'path' | 'folder'; readonly isCopy: boolean; readonly first: string };

type PlaceDialogProps = {
  place: Place;
  folders: readonly string[];
  onCancel: () => void;
  onChoose: (text: string) => Promise<unknown>;
  onDone: () => Promise<void>;
};

/** Asks where to move or copy, as a path: this renames, too. */
export function PlaceDialog({ place, folders, onCancel, onChoose, onDone }: PlaceDialogProps) {
  const t = useTranslations('files');
  const form = useEntryForm<{ readonly text: string }, true>({
    first: { text: place.first },
    problemsOf: ({ text }) => (place.kind === 'path' && text.trim() === '' ? { text: t('noPath') } : {}),
    onlyField: 'text',
    async send({ text }) {
      await onChoose(text.trim());
      return true;
    },
    onSaved: onDone,
  });
  const listId = useId();
  const title = t(place.isCopy ? 'copyTitle' : 'moveTitle');
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onCancel())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-(--scrim)" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-1/2 left-1/2 z-30 w-[min(440px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-menu bg-raised [box-shadow:var(--shadow-dialog)]"
        >
          <form {...form.props}>
            <div className="grid gap-3 p-4">
              <Dialog.Title className="text-name font-title">{title}</Dialog.Title>
              <TextField
                {...form.text('text')}
                label={t(place.kind === 'path' ? 'newPath' : 'intoFolder')}
                help={t(place.kind === 'path' ? 'newPathHelp' : 'intoFolderHelp')}
                list={listId}
              />
              <datalist id={listId}>
                {folders.map((folder) => (
                  <option key={folder} value={folder} />
                ))}
              </datalist>
            </div>
            <div className="flex justify-end gap-2 border-t border-line-1 px-4 py-3">
              <Button size="large" onClick={onCancel}>
                {t('cancel')}
              </Button>
              <Button type="submit" look="primary" size="large" aria-disabled={form.isBusy || undefined}>
                {t(place.isCopy ? 'copy' : 'move')}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
