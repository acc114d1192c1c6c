import { getDocumentProxy, getMeta } from 'unpdf';
import { ReadingError } from '../reading-error.ts';
import { metadataOf, type ReadFormat } from './document-input.ts';

const MAX_PAGES = 5000;
/** Share of a line's height by which a text is another line. */
const SAME_LINE = 0.5;

type Piece = { readonly text: string; readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** PDF files with a text layer. Nothing in them is executed, and scanned pages have no text. */
export const readPdf: ReadFormat = async ({ bytes, budget }) => {
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES)
    throw new ReadingError('document-too-large', `it has ${pdf.numPages} pages, and ${MAX_PAGES} are read`);
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item) => ('str' in item ? [pieceOf(item)] : []));
    pages.push({ number, title: '', text: budget.text(linesOf(pieces).join('\n')) });
    page.cleanup();
  }
  const text = pages
    .map((page) => page.text)
    .filter((part) => part !== '')
    .join('\n\n');
  return { text, pages, tables: [], metadata: await metadata(pdf) };
};

async function open(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), { stopAtErrors: false, useSystemFonts: false, verbosity: 0 });
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

function pieceOf({ str, transform, width, height }: { str: string; transform: number[]; width: number; height: number }): Piece {
  return { text: str, x: transform[4] ?? 0, y: transform[5] ?? 0, width, height };
}

/** Pieces in the order of the file, joined to lines; a gap within a line is a space, a wide one a tab. */
function linesOf(pieces: readonly Piece[]): string[] {
  const lines: string[] = [];
  let last: Piece | undefined;
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const height = Math.max(piece.height, last?.height ?? 0, 1);
    const isSameLine = last !== undefined && Math.abs(piece.y - last.y) < height * SAME_LINE && piece.x >= last.x;
    if (!isSameLine || last === undefined) lines.push(piece.text);
    else lines[lines.length - 1] += gap(piece.x - (last.x + last.width), height) + piece.text;
    last = piece;
  }
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}

function gap(width: number, height: number): string {
  if (width > height * 2) return '\t';
  return width > height * 0.15 ? ' ' : '';
}
