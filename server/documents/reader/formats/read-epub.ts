import { decodeBytes } from '../decode-bytes.ts';
import { tablesOfHtml, textOfHtml, warnAboutSkipped } from '../html-parts.ts';
import { numberRanges } from '../number-ranges.ts';
import { readXml } from '../read-xml.ts';
import { ReadingError } from '../reading-error.ts';
import { type DocumentInput, fileOf, metadataOf, type ReadFormat } from './document-input.ts';

/** Facts of a package by the local names of their elements. */
const FACTS: Readonly<Record<string, string>> = {
  title: 'title',
  creator: 'author',
  language: 'language',
  publisher: 'publisher',
};
const ENCRYPTION = 'META-INF/encryption.xml';
const PAGE_TYPES = /^(?:application\/xhtml\+xml|text\/html)$/i;
const NOT_TEXT = /<(?:img|image|svg|object|embed|iframe|canvas|video|audio)[\s/>]/i;

/** Books: each chapter of the reading order is a page. */
export const readEpub: ReadFormat = async (input) => {
  const { format, budget, warnings } = input;
  const opf = packageFile(await fileOf(input, 'META-INF/container.xml'));
  const { chapters, others, facts } = readPackage(await fileOf(input, opf), opf);
  const encrypted = await encryptedFiles(input);
  if (chapters.length > 0 && chapters.every((name) => encrypted.has(name)))
    throw new ReadingError('document-refused', 'its chapters are encrypted; save it without copy protection');
  const pages = [];
  const tables = [];
  const withoutText: number[] = [];
  for (const [index, name] of chapters.entries()) {
    const number = index + 1;
    const place = `chapter ${number}`;
    const html = encrypted.has(name) ? undefined : await htmlOf(name, { ...input, place });
    if (html === undefined) warnings.add('part-unreadable', { place, detail: name });
    const { title = '', text, skipped } = textOfHtml(html ?? '', format);
    if (text === '' && NOT_TEXT.test(html ?? '')) withoutText.push(number);
    else warnAboutSkipped(skipped, warnings, place);
    pages.push({ number, title, text: budget.text(text) });
    tables.push(...tablesOfHtml(html ?? '', input, { page: number, place }));
  }
  if (withoutText.length > 0)
    warnings.add('pages-without-text', { count: withoutText.length, detail: numberRanges(withoutText) });
  for (const name of others) warnings.add('text-not-read', { detail: name });
  const text = pages
    .map((page) => page.text)
    .filter((part) => part !== '')
    .join('\n\n');
  return { text, pages, tables, metadata: metadataOf({ ...facts, chapters: pages.length }) };
};

/** @returns undefined for a file that is missing, or is not text */
async function htmlOf(name: string, { zip, warnings, place }: DocumentInput & { place: string }): Promise<string | undefined> {
  const bytes = await zip?.read(name);
  return bytes && (await decodeBytes(bytes, { format: 'html', warnings, place }))?.text;
}

function packageFile(container: string): string {
  let path: string | undefined;
  readXml(container, {
    open: (name, attributes) => {
      if (localName(name) === 'rootfile') path ??= attributes['full-path'];
    },
  });
  if (path === undefined) throw new ReadingError('document-unreadable', 'it names no package of its chapters');
  return path;
}

/** Files that only a program with their key can read. */
async function encryptedFiles({ zip }: DocumentInput): Promise<Set<string>> {
  const bytes = await zip?.read(ENCRYPTION);
  const files = new Set<string>();
  if (!bytes) return files;
  readXml(bytes.toString('utf8'), {
    open: (name, { URI }) => {
      if (localName(name) === 'CipherReference' && URI !== undefined) files.add(unescaped(URI));
    },
  });
  return files;
}

type Item = { readonly href: string; readonly isPage: boolean };

/** `others` are pages that the reading order does not name; contents are not among them. */
function readPackage(xml: string, opf: string): { chapters: string[]; others: string[]; facts: Record<string, string> } {
  const items = new Map<string, Item>();
  const order: string[] = [];
  const facts: Record<string, string> = {};
  let isMetadata = false;
  let fact: string | undefined;
  readXml(xml, {
    open(name, attributes) {
      const { id, href, idref } = attributes;
      const tag = localName(name);
      if (tag === 'metadata') isMetadata = true;
      if (tag === 'item' && id !== undefined && href !== undefined) {
        const isContents = (attributes.properties ?? '').split(/\s+/).includes('nav');
        items.set(id, { href, isPage: PAGE_TYPES.test(attributes['media-type'] ?? '') && !isContents });
      }
      if (tag === 'itemref' && idref !== undefined) order.push(idref);
      const named = isMetadata && Object.hasOwn(FACTS, tag) ? FACTS[tag] : undefined;
      // The first title is that of the book.
      fact = named !== undefined && !Object.hasOwn(facts, named) ? named : undefined;
      if (fact !== undefined) facts[fact] = '';
    },
    text: (text) => {
      if (fact !== undefined) facts[fact] += text;
    },
    close: (name) => {
      fact = undefined;
      if (localName(name) === 'metadata') isMetadata = false;
    },
  });
  const inArchive = (href: string) =>
    URL.canParse(href, `zip:///${opf}`) ? unescaped(new URL(href, `zip:///${opf}`).pathname.slice(1)) : href;
  // A chapter that is named twice is read once; one without a file keeps its place.
  const chapters = new Set(order.map((id) => inArchive(items.get(id)?.href ?? id)));
  const pages = [...items.values()].filter(({ isPage }) => isPage).map(({ href }) => inArchive(href));
  return { chapters: [...chapters], others: [...new Set(pages)].filter((name) => !chapters.has(name)), facts };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
