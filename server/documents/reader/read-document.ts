import type { DocumentSource, ReadDocument } from '#lib/ports/document-reader.ts';
import type { SlidePicture } from '#lib/slides/slide-picture.ts';
import { Budget } from './budget.ts';
import { type DocumentKind, detectKind, isZip } from './detect-kind.ts';
import type { ReadFormat } from './formats/document-input.ts';
import { openZip } from './open-zip.ts';
import { ReadingError } from './reading-error.ts';
import { Warnings } from './warnings.ts';

/** The code of each kind, loaded when a document is of it. */
const formats: Readonly<Record<DocumentKind, () => Promise<ReadFormat>>> = {
  pdf: async () => (await import('./formats/read-pdf.ts')).readPdf,
  docx: async () => (await import('./formats/read-docx.ts')).readDocx,
  xlsx: async () => (await import('./formats/read-xlsx.ts')).readXlsx,
  pptx: async () => (await import('./formats/read-pptx.ts')).readPptx,
  epub: async () => (await import('./formats/read-epub.ts')).readEpub,
  csv: async () => (await import('./formats/read-csv.ts')).readCsv,
  tsv: async () => (await import('./formats/read-csv.ts')).readTsv,
  html: async () => (await import('./formats/read-html-file.ts')).readHtmlFile,
  mhtml: async () => (await import('./formats/read-mhtml.ts')).readMhtml,
  eml: async () => (await import('./formats/read-eml.ts')).readEml,
  rtf: async () => (await import('./formats/read-rtf.ts')).readRtf,
  spreadsheetml: async () => (await import('./formats/read-spreadsheetml.ts')).readSpreadsheetMl,
  md: async () => (await import('./formats/read-text.ts')).readText,
  txt: async () => (await import('./formats/read-text.ts')).readText,
};

/** @throws {ReadingError} */
export async function readDocument({ name, mediaType, bytes, format, selector }: DocumentSource): Promise<ReadDocument> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = isZip({ name, bytes: buffer }) ? await openZip(buffer) : undefined;
  const kind = detectKind({ name, mediaType, bytes: buffer }, zip);
  const read = await formats[kind]();
  const warnings = new Warnings();
  const result = await read({ name, bytes: buffer, format, selector, zip, budget: new Budget(), warnings });
  const lost = result.text.split('\ufffd').length - 1;
  // Of any part that was decoded, or of a program that lost them before.
  if (lost > 0 && warnings.all.every(({ code }) => code !== 'characters-damaged'))
    warnings.add('characters-damaged', { count: lost });
  // Where a warning says why, this one would only repeat it.
  if (result.text.trim() === '' && warnings.all.length === 0) warnings.add('no-text');
  return { kind, ...result, warnings: warnings.all };
}

/**
 * The slides of a presentation, as they are drawn.
 * @throws {ReadingError} `document-unsupported` for any other document
 */
export async function readSlides({ name, mediaType, bytes }: Omit<DocumentSource, 'format'>): Promise<SlidePicture[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = isZip({ name, bytes: buffer }) ? await openZip(buffer) : undefined;
  if (!zip || detectKind({ name, mediaType, bytes: buffer }, zip) !== 'pptx')
    throw new ReadingError('document-unsupported', 'it is no presentation in the format .pptx');
  const { readSlidePictures } = await import('./slides/read-slide-pictures.ts');
  return readSlidePictures(zip);
}
