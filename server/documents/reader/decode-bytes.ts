import { type DecodeOptions, decodeText } from '#lib/text/decode-text.ts';

/** Of the beginning; a text has no NUL byte there, unless it is UTF-16. */
const HEAD_BYTES = 100_000;

export type DecodedBytes = {
  readonly text: string /** For the metadata of the document. */;
  readonly guess: Readonly<Record<string, string>>;
};

/** The text of a file; undefined for binary content: a NUL byte that no charset explains. */
export async function decodeBytes(bytes: Uint8Array, options: DecodeOptions = {}): Promise<DecodedBytes | undefined> {
  const { text, charset, isGuessed } = await decodeText(bytes, options);
  if (bytes.subarray(0, HEAD_BYTES).includes(0) && !charset.startsWith('utf-16')) return undefined;
  return { text, guess: isGuessed ? { guessedCharset: charset } : {} };
}
