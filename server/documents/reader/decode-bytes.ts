import { type DecodeOptions, decodeText } from '#lib/text/decode-text.ts';
import type { Warnings } from './warnings.ts';

/** Of the beginning; a text has no NUL byte there, unless it is UTF-16. */
const HEAD_BYTES = 100_000;

export type DecodedBytes = {
  readonly text: string;
  /** For the metadata of the document. */
  readonly guess: Readonly<Record<string, string>>;
};

/**
 * The text of a file; undefined for binary content: a NUL byte that no charset explains.
 * @param options `warnings` takes what was guessed or lost, at `place`
 */
export async function decodeBytes(
  bytes: Uint8Array,
  { warnings, place = '', ...options }: DecodeOptions & { readonly warnings: Warnings; readonly place?: string },
): Promise<DecodedBytes | undefined> {
  const { text, charset, isGuessed, isDamaged } = await decodeText(bytes, options);
  if (bytes.subarray(0, HEAD_BYTES).includes(0) && !charset.startsWith('utf-16') && charset !== 'utf-32le') return undefined;
  if (isGuessed) warnings.add('charset-guessed', { place, detail: charset });
  if (isDamaged) warnings.add('characters-damaged', { place, count: Math.max(1, text.split('\ufffd').length - 1) });
  return { text, guess: isGuessed ? { guessedCharset: charset } : {} };
}
