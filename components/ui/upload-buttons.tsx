'use client';
import { FolderUp, Upload } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';

/** React has no type for this attribute. */
const FOLDER = { webkitdirectory: '' };

type UploadButtonsProps = {
  /** Id of the button for files. */
  id: string;
  /** Endings that the dialog for files offers. @defaultValue any */
  accept?: string;
  look?: ComponentProps<typeof Button>['look'];
  size?: ComponentProps<typeof Button>['size'];
  /** Of both buttons; files of a folder have a `webkitRelativePath`. */
  onChoose: (files: readonly File[]) => void;
};

/** Two buttons: choose files, or a folder with all that is in it. */
export function UploadButtons({ id, accept, look = 'plain', size = 'normal', onChoose }: UploadButtonsProps) {
  const t = useTranslations('upload');
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = (input: HTMLInputElement) => {
    // Before the list is emptied, so that the same file can be chosen again.
    onChoose([...(input.files ?? [])]);
    input.value = '';
  };
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={accept}
        data-picker="files"
        onChange={(event) => choose(event.target)}
      />
      <input ref={folder} type="file" hidden {...FOLDER} data-picker="folder" onChange={(event) => choose(event.target)} />
      <Button
        size={size}
        // Phones cannot choose folders.
        className="max-md:hidden"
        onClick={() => folder.current?.click()}
      >
        <FolderUp size={14} aria-hidden="true" />
        {t('folder')}
      </Button>
      <Button id={id} look={look} size={size} onClick={() => files.current?.click()}>
        <Upload size={14} aria-hidden="true" />
        {t('files')}
      </Button>
    </>
  );
}
