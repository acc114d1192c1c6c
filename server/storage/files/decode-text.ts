import { notText } from './file-failure.ts';

/** @throws {NodeFailure} `file-not-text` for bytes that are no UTF-8, or hold NUL */
export function decodeText(bytes: Uint8Array, path: string): string {
  if (bytes.includes(0)) throw notText(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notText(path);
  }
}
