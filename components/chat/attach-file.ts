import type { AttachedValue } from '#components/chat/chat-target.ts';
import { uploadFile } from '#components/data/upload-file.ts';

export type Upload = {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sentBytes: number) => void;
};

/** Uploads a file into a folder, where a taken name gets a number. @throws {ApiError} */
export async function attachUpload(file: File, { folder, signal, onProgress }: Upload): Promise<AttachedValue> {
  const { fileId, name } = await uploadFile({ file, path: `${folder}/${file.name}`, signal, onProgress });
  return { fileId, name };
}

/** Reads a file that is sent with its message, by callers who may not upload. */
export async function attachInline(file: File): Promise<AttachedValue> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
  const base64 = url.slice(url.indexOf(',') + 1);
  return { name: file.name, mediaType: file.type || 'application/octet-stream', base64 };
}
