import mammoth from 'mammoth';
import { tablesOfHtml, textOfHtml } from '../html-parts.ts';
import { ReadingError } from '../reading-error.ts';
import type { ReadFormat } from './document-input.ts';
import { officeMetadata } from './office-metadata.ts';

/** Word documents: headings, lists and tables stay; images do not. */
export const readDocx: ReadFormat = async (input) => {
  const html = await toHtml(input.bytes);
  const tables = tablesOfHtml(html, input);
  return {
    text: input.budget.text(textOfHtml(html, input.format).text),
    pages: [],
    tables,
    metadata: await officeMetadata(input),
  };
};

async function toHtml(buffer: Buffer): Promise<string> {
  try {
    const noImages = mammoth.images.imgElement(async () => ({ src: '' }));
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: noImages, externalFileAccess: false });
    return value;
  } catch (cause) {
    throw new ReadingError('document-unreadable', (cause as Error).message, { cause });
  }
}
