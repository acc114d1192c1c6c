import { decodeBytes } from '../decode-bytes.ts';
import { ReadingError } from '../reading-error.ts';
import type { ReadFormat } from './document-input.ts';
import { readPage } from './read-page.ts';

/** A page in a file, in the charset that it declares. */
export const readHtmlFile: ReadFormat = async (input) => {
  const decoded = await decodeBytes(input.bytes, { format: 'html', warnings: input.warnings });
  if (decoded === undefined) throw new ReadingError('document-refused', 'its name says html and its content is no text');
  const { metadata, ...page } = readPage(decoded.text, input);
  return { ...page, metadata: { ...metadata, ...decoded.guess } };
};
