'use client';
import { Dialog } from 'radix-ui';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

/** `path`: one file, with its new name. `folder`: several, which keep their names. */
export type Place = { readonly kind: 'path' | 'folder'; readonly isCopy: boolean; readonly first: string };

type PlaceDialogProps = {
  place: Place;
  folders: readonly string[];
  problem: string | undefined;
  isBusy: boolean;
  onCancel: () => void;
  onChoose: (text: string) => void;
};

/** Asks where to move or copy, as a path: this renames, too. */
export function PlaceDialog({ place, folders, problem, isBusy, onCancel, onChoose }: PlaceDialogProps) {
  const t = useTranslations('files');
  const [text, setText] = useState(place.first);
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
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onChoose(text);
            }}
          >
            <div className="grid gap-3 p-4">
              <Dialog.Title className="text-name font-title">{title}</Dialog.Title>
              <Field
                id="file-place"
                label={t(place.kind === 'path' ? 'newPath' : 'intoFolder')}
                isRequired={false}
                help={t(place.kind === 'path' ? 'newPathHelp' : 'intoFolderHelp')}
                error={problem}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    value={text}
                    list={listId}
                    autoComplete="off"
                    onChange={(event) => setText(event.target.value)}
                  />
                )}
              </Field>
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
              <Button type="submit" look="primary" size="large" aria-disabled={isBusy}>
                {t(place.isCopy ? 'copy' : 'move')}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
