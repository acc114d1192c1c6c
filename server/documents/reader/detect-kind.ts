import type { OpenZip } from './open-zip.ts';
import { ReadingError } from './reading-error.ts';
import { holdsZip } from './zip-bounds.ts';

export type DocumentKind =
  | 'pdf'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'epub'
  | 'csv'
  | 'tsv'
  | 'html'
  | 'mhtml'
  | 'eml'
  | 'rtf'
  | 'spreadsheetml'
  | 'md'
  | 'txt';

/** By the ending of a name. Those without an entry are read as text if they are some. */
const BY_ENDING: Readonly<Record<string, DocumentKind>> = {
  pdf: 'pdf',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  epub: 'epub',
  csv: 'csv',
  tsv: 'tsv',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  mhtml: 'mhtml',
  mht: 'mhtml',
  eml: 'eml',
  rtf: 'rtf',
  md: 'md',
  markdown: 'md',
  txt: 'txt',
};
const BY_MEDIA_TYPE: Readonly<Record<string, DocumentKind>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'multipart/related': 'mhtml',
  'application/x-mimearchive': 'mhtml',
  'message/rfc822': 'eml',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'text/markdown': 'md',
};
const OLD_ENDINGS = /\.(doc|xls|ppt|dot|xlt|pps)$/i;
/** Files that a kind of archive always has. */
const MAIN_FILES: readonly { readonly kind: DocumentKind; readonly has: (names: readonly string[]) => boolean }[] = [
  { kind: 'docx', has: (names) => names.some((name) => /^word\/document\d*\.xml$/i.test(name)) },
  { kind: 'xlsx', has: (names) => names.some((name) => /^xl\/workbook\d*\.xml$/i.test(name)) },
  { kind: 'pptx', has: (names) => names.some((name) => /^ppt\/presentation\d*\.xml$/i.test(name)) },
  { kind: 'epub', has: (names) => names.includes('META-INF/container.xml') },
];
/** Declarations and comments may come before what tells a kind. */
const START_BYTES = 4000;
const ARCHIVES: readonly DocumentKind[] = ['docx', 'xlsx', 'pptx', 'epub'];
const BINARY: readonly DocumentKind[] = ['pdf', ...ARCHIVES];

/** By its first bytes; where a name promises an archive, one with other bytes before it is one, too. */
export function isZip({ name, bytes }: { readonly name: string; readonly bytes: Buffer }): boolean {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)) return true;
  const named = kindOfName(name);
  return named !== undefined && ARCHIVES.includes(named) && !isCompoundFile(bytes) && holdsZip(bytes);
}

/** The container of the old Office formats, and of new ones with a password. */
function isCompoundFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';
}

/**
 * What a document is: by its content where that is certain, else by its name and media type.
 * @throws {ReadingError} `document-refused` when name and content contradict each other,
 * `document-unsupported` for kinds that are not read
 */
export function detectKind(
  { name, mediaType, bytes }: { name: string; mediaType: string; bytes: Uint8Array },
  zip: OpenZip | undefined,
): DocumentKind {
  const named = kindOfName(name) ?? BY_MEDIA_TYPE[mediaType];
  if (isCompoundFile(bytes)) {
    const hint = OLD_ENDINGS.test(name) ? 'an Office format from before 2007' : 'encrypted, or an Office format from before 2007';
    throw new ReadingError('document-unsupported', `it is ${hint}; save it as docx, xlsx or pptx without a password`);
  }
  const found = zip ? MAIN_FILES.find(({ has }) => has(zip.names))?.kind : kindOfContent(bytes, { name, named });
  if (zip && !found) throw new ReadingError('document-unsupported', 'it is an archive of a kind that is not read');
  if (found && named && found !== named && (BINARY.includes(found) || BINARY.includes(named)))
    throw new ReadingError('document-refused', `its name says ${named} and its content is ${found}`);
  if (!found && named && BINARY.includes(named))
    throw new ReadingError('document-refused', `its name says ${named} and its content is something else`);
  return found ?? named ?? 'txt';
}

/** Kinds of text that their first characters name. Undefined for content that only its name tells. */
function kindOfContent(bytes: Uint8Array, { name, named }: { name: string; named: DocumentKind | undefined }) {
  if (isPdf(bytes)) return 'pdf';
  const isOldOffice = OLD_ENDINGS.test(name);
  const mayBeOther = named === undefined || named === 'txt' || named === 'rtf' || named === 'mhtml';
  if (!mayBeOther) return undefined;
  const start = startOf(bytes);
  if (start.startsWith('{\\rtf')) return 'rtf';
  if (named === 'rtf') throw new ReadingError('document-refused', 'its name says rtf and its content is something else');
  if (isMimeArchive(start)) return 'mhtml';
  if (start.includes('urn:schemas-microsoft-com:office:spreadsheet') && /<(?:\w{1,20}:)?Workbook\b/.test(start))
    return 'spreadsheetml';
  if (!isOldOffice && named !== 'mhtml' && extensionOf(name) !== '') return undefined;
  if (/progid="Word\.Document"|xmlns:pkg=|<w:wordDocument/.test(start))
    throw new ReadingError('document-unsupported', 'it is a Word document as XML; save it as docx');
  if (/^(?:<!--.{0,500}?-->\s*|<\?xml[^>]{0,200}>\s*)*<(?:!doctype\s+html|html|head|body|table|meta|style|div)\b/is.test(start))
    return 'html';
  // What many programs call Excel is a list with tabs.
  return /^xl[st]$/i.test(extensionOf(name)) && !start.includes('\0') ? 'csv' : undefined;
}

/** The first characters, if the file is text that is ASCII there, or UTF-16. */
function startOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const head = bytes.subarray(0, START_BYTES);
  return (isWide ? new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(head) : Buffer.from(head).toString('latin1'))
    .replace(/^(?:\ufeff|\xef\xbb\xbf)/, '')
    .trimStart();
}

/** A page with its pictures in one file, as browsers and Word save it: headers of a mail, without a sender. */
function isMimeArchive(start: string): boolean {
  const [head = ''] = start.split(/\r?\n\r?\n/, 1);
  return /^[\w-]+:/.test(head) && /^content-type:\s*multipart\/related/im.test(head) && /^mime-version:/im.test(head);
}

function extensionOf(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return base.includes('.') ? base.slice(base.lastIndexOf('.') + 1).toLowerCase() : '';
}

function kindOfName(name: string): DocumentKind | undefined {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}

/** Some programs write a few bytes before the mark, and readers accept it in the first kilobyte. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}
