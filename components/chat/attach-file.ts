import type { AttachedValue } from '#components/chat/chat-target.ts';
import { uploadFile } from '#components/data/upload-file.ts';

/** All files of a message together, where they are sent with it: base64 is a third longer, and a body has 5 MiB. */
export const MAX_INLINE_BYTES = 3_500_000;

export type Attached = { readonly name: string; readonly sizeBytes: number; readonly value: AttachedValue };

/** Uploads a file into a folder. @throws {ApiError} */
export async function attachUpload(file: File, folder: string): Promise<Attached> {
  const { signal } = new AbortController();
  const { fileId } = await uploadFile({ file, path: `${folder}/${file.name}`, signal, onProgress: () => {} });
  return { name: file.name, sizeBytes: file.size, value: { fileId, name: file.name } };
}

/** Reads a file that is sent with its message, by callers who may not upload. */
export async function attachInline(file: File): Promise<Attached> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
  const base64 = url.slice(url.indexOf(',') + 1);
  const mediaType = file.type || 'application/octet-stream';
  return { name: file.name, sizeBytes: file.size, value: { name: file.name, mediaType, base64 } };
}
