import { uploadFile } from '#components/data/upload-file.ts';
import { type FileValue, readFile } from '#components/run-view/form/read-form.ts';
import { randomKey } from '#lib/text/random-key.ts';

type TakeOptions = {
  /** Upload it to the workspace instead of reading it here. */
  readonly isUploaded: boolean;
  readonly signal: AbortSignal;
  /** Called while it is uploaded. */
  readonly onProgress: (sentBytes: number) => void;
};

/** The value of a chosen file: with its content, or as an upload. */
export async function takeFile(file: File, { isUploaded, signal, onProgress }: TakeOptions): Promise<FileValue> {
  if (!isUploaded) return readFile(file, `inline_${randomKey()}`);
  onProgress(0);
  const { fileId, name, mediaType, sizeBytes } = await uploadFile({ file, path: `uploads/${file.name}`, signal, onProgress });
  return { fileId, name, mediaType, sizeBytes };
}
