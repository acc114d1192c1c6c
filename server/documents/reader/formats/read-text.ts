import { decodeBytes } from '../decode-bytes.ts';
import { ReadingError } from '../reading-error.ts';
import type { ReadFormat } from './document-input.ts';

/** Plain text and Markdown, unchanged but for line ends. */
export const readText: ReadFormat = async ({ bytes, budget, warnings }) => {
  const decoded = await decodeBytes(bytes, { warnings });
  if (decoded === undefined)
    throw new ReadingError('document-unsupported', 'it is neither text nor a document of a kind that is read');
  return { text: budget.text(decoded.text.replaceAll('\r\n', '\n')), pages: [], tables: [], metadata: decoded.guess };
};
