import { getDocumentProxy, getMeta, getResolvedPDFJS } from 'unpdf';
import type { DocumentPage, DocumentTable } from '#lib/ports/document-reader.ts';
import { markdownTable, plainTable } from '../markdown-table.ts';
import { numberRanges } from '../number-ranges.ts';
import { CmapFiles } from '../pdf/cmap-files.ts';
import { composeAccents } from '../pdf/compose-accents.ts';
import { type PageBlock, readPageBlocks } from '../pdf/page-tables.ts';
import { insertPieces, type PageAnnotations, readAnnotations } from '../pdf/read-annotations.ts';
import { readRules } from '../pdf/read-rules.ts';
import { isBlank, type TextPiece } from '../pdf/text-piece.ts';
import { ReadingError } from '../reading-error.ts';
import type { Warnings } from '../warnings.ts';
import { metadataOf, type ReadFormat } from './document-input.ts';

const MAX_PAGES = 5000;
/** No picture is unpacked. */
const MAX_IMAGE_PIXELS = 1;
/** Characters of fonts that do not name them become control or private ones. Symbol fonts use F000 to F0FF. */
const UNREADABLE = /(?![\s\uf000-\uf0ff])[\p{Cc}\p{Co}\ufffd]/gu;

/**
 * PDF files with a text layer, with their tables, filled-in forms and notes. Nothing in them is executed,
 * and scanned pages have no text.
 */
export const readPdf: ReadFormat = async ({ bytes, format, budget, warnings }) => {
  const pdf = await open(bytes);
  if (pdf.numPages > MAX_PAGES)
    throw new ReadingError('document-too-large', `it has ${pdf.numPages} pages, and ${MAX_PAGES} are read`);
  const asTable = format === 'markdown' ? markdownTable : plainTable;
  const pages: DocumentPage[] = [];
  const tables: DocumentTable[] = [];
  const withoutText: number[] = [];
  const damages: Error[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const place = `page ${number}`;
    const page = await readPage(pdf, number).catch((error: Error) => {
      damages.push(error);
      warnings.add('part-unreadable', { place, detail: error.message });
      return EMPTY_PAGE;
    });
    const parts: string[] = [];
    for (const block of page.blocks) {
      if ('lines' in block) parts.push(block.lines.join('\n'));
      else {
        const rows = block.rows.map((row) => budget.row(row));
        tables.push({ page: number, title: '', rows });
        parts.push(asTable(rows));
      }
    }
    const text = budget.text([...parts, ...page.notes].join('\n\n'));
    if (text.trim() === '' && page.isDrawnOn) withoutText.push(number);
    warnAboutPage(page, text, { place, warnings });
    pages.push({ number, title: '', text });
  }
  const [damage] = damages;
  if (damage && damages.length === pdf.numPages) throw new ReadingError('document-unreadable', damage.message, { cause: damage });
  if (withoutText.length > 0)
    warnings.add('pages-without-text', { count: withoutText.length, detail: numberRanges(withoutText) });
  await warnAboutParts(pdf, warnings);
  const text = pages
    .map((page) => page.text)
    .filter((part) => part !== '')
    .join('\n\n');
  return { text, pages, tables, metadata: await metadata(pdf) };
};

type Pdf = Awaited<ReturnType<typeof open>>;
type PdfPage = Awaited<ReturnType<Pdf['getPage']>>;
type PageContent = Omit<PageAnnotations, 'pieces'> & {
  readonly blocks: readonly PageBlock[];
  /** Of a page without text. */
  readonly isDrawnOn: boolean;
};

const EMPTY_PAGE: PageContent = { blocks: [], notes: [], hidden: 0, files: [], media: [], isDrawnOn: false };

async function readPage(pdf: Pdf, number: number): Promise<PageContent> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const { pieces, ...rest } = readAnnotations(await page.getAnnotations({ intent: 'any' }));
  const texts = items.flatMap((item) => ('str' in item ? [pieceOf(item)] : []));
  const all = insertPieces(composeAccents(texts), pieces);
  const blocks = await readPageBlocks(all, () => readRules(page));
  const isDrawnOn = all.every(isBlank) && (await hasMarks(page));
  page.cleanup();
  return { blocks, ...rest, isDrawnOn };
}

function warnAboutPage(
  { hidden, files, media }: PageContent,
  text: string,
  { place, warnings }: { place: string; warnings: Warnings },
): void {
  if (hidden > 0) warnings.add('hidden-text-not-read', { place, count: hidden });
  for (const name of files) warnings.add('attachments-not-read', { place, detail: name });
  for (const kind of media) warnings.add('media-not-read', { place, detail: kind });
  const damaged = text.match(UNREADABLE)?.length ?? 0;
  if (damaged > 0) warnings.add('characters-damaged', { place, count: damaged });
}

/** True for a page with pictures, drawings or texts of a font that cannot be read. */
async function hasMarks(page: PdfPage): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS();
  // Pictures are removed for their size, and only the transform before them remains.
  const marks = new Set<number>([
    OPS.transform,
    OPS.constructPath,
    OPS.shadingFill,
    OPS.showText,
    OPS.showSpacedText,
    OPS.paintFormXObjectBegin,
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintImageMaskXObject,
  ]);
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operator) => marks.has(operator));
}

/** Parts of the document that are on none of its pages. */
async function warnAboutParts(pdf: Pdf, warnings: Warnings): Promise<void> {
  for (const { filename } of (await pdf.getAttachments())?.values() ?? [])
    warnings.add('attachments-not-read', { detail: filename });
  const { IsXFAPresent, IsAcroFormPresent } = (await pdf.getMetadata()).info as Record<string, unknown>;
  if (IsXFAPresent === true && IsAcroFormPresent !== true) warnings.add('text-not-read', { detail: 'XFA form' });
}

async function open(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      stopAtErrors: false,
      useSystemFonts: false,
      useWorkerFetch: false,
      BinaryDataFactory: CmapFiles,
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

async function metadata(pdf: Pdf): Promise<Record<string, string | number>> {
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
