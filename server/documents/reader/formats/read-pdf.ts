import { getDocumentProxy, getMeta } from 'unpdf';
import type { DocumentPage, DocumentTable } from '#lib/ports/document-reader.ts';
import { markdownTable, plainTable } from '../markdown-table.ts';
import { readPageBlocks } from '../pdf/page-tables.ts';
import { readRules } from '../pdf/read-rules.ts';
import type { TextPiece } from '../pdf/text-piece.ts';
import { ReadingError } from '../reading-error.ts';
import { metadataOf, type ReadFormat } from './document-input.ts';

const MAX_PAGES = 5000;
/** No picture is unpacked. */
const MAX_IMAGE_PIXELS = 1;

/** PDF files with a text layer, and their tables. Nothing in them is executed, and scanned pages have no text. */
export const readPdf: ReadFormat = async ({ bytes, format, budget }) => {
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES)
    throw new ReadingError('document-too-large', `it has ${pdf.numPages} pages, and ${MAX_PAGES} are read`);
  const asTable = format === 'markdown' ? markdownTable : plainTable;
  const pages: DocumentPage[] = [];
  const tables: DocumentTable[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item) => ('str' in item ? [pieceOf(item)] : []));
    const parts: string[] = [];
    for (const block of await readPageBlocks(pieces, () => readRules(page))) {
      if ('lines' in block) parts.push(block.lines.join('\n'));
      else {
        const rows = block.rows.map((row) => budget.row(row));
        tables.push({ page: number, title: '', rows });
        parts.push(asTable(rows));
      }
    }
    pages.push({ number, title: '', text: budget.text(parts.join('\n\n')) });
    page.cleanup();
  }
  const text = pages
    .map((page) => page.text)
    .filter((part) => part !== '')
    .join('\n\n');
  return { text, pages, tables, metadata: await metadata(pdf) };
};

async function open(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      stopAtErrors: false,
      useSystemFonts: false,
      maxImageSize: MAX_IMAGE_PIXELS,
      verbosity: 0,
    });
  } catch (cause) {
    const { name, message } = cause as Error;
    if (name === 'PasswordException')
      throw new ReadingError('document-refused', 'it is encrypted; save it without a password', { cause });
    throw new ReadingError('document-unreadable', message, { cause });
  }
}

async function metadata(pdf: Awaited<ReturnType<typeof open>>): Promise<Record<string, string | number>> {
  const { info } = await getMeta(pdf);
  const {
    Title: title,
    Author: author,
    Subject: subject,
    Creator: creator,
    Producer: producer,
  } = info as Record<string, unknown>;
  return metadataOf({ title, author, subject, creator, producer, pages: pdf.numPages });
}

function pieceOf({
  str,
  transform,
  width,
  height,
}: {
  str: string;
  transform: number[];
  width: number;
  height: number;
}): TextPiece {
  return { text: str, x: transform[4] ?? 0, y: transform[5] ?? 0, width, height };
}
