import { decodeText } from '#lib/text/decode-text.ts';
import { tablesOfHtml, textOfHtml } from '../html-parts.ts';
import { readXml } from '../read-xml.ts';
import { ReadingError } from '../reading-error.ts';
import { fileOf, metadataOf, type ReadFormat } from './document-input.ts';

const FACTS: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'dc:language': 'language',
  'dc:publisher': 'publisher',
};

/** Books: each chapter of the reading order is a page. */
export const readEpub: ReadFormat = async (input) => {
  const { format, budget } = input;
  const opf = packageFile(await fileOf(input, 'META-INF/container.xml'));
  const { chapters, facts } = readPackage(await fileOf(input, opf), opf);
  const pages = [];
  const tables = [];
  for (const [index, name] of chapters.entries()) {
    const bytes = await input.zip?.read(name);
    const html = bytes ? (await decodeText(bytes, { format: 'html' })).text : '';
    const { title = '', text } = textOfHtml(html, format);
    pages.push({ number: index + 1, title, text: budget.text(text) });
    tables.push(...tablesOfHtml(html, input, index + 1));
  }
  const text = pages
    .map((page) => page.text)
    .filter((part) => part !== '')
    .join('\n\n');
  return { text, pages, tables, metadata: metadataOf({ ...facts, chapters: pages.length }) };
};

function packageFile(container: string): string {
  let path: string | undefined;
  readXml(container, {
    open: (name, attributes) => {
      if (name.slice(name.indexOf(':') + 1) === 'rootfile') path ??= attributes['full-path'];
    },
  });
  if (path === undefined) throw new ReadingError('document-unreadable', 'it names no package of its chapters');
  return path;
}

function readPackage(xml: string, opf: string): { chapters: string[]; facts: Record<string, string> } {
  const hrefs = new Map<string, string>();
  const order: string[] = [];
  const facts: Record<string, string> = {};
  let fact: string | undefined;
  readXml(xml, {
    open(name, { id, href, idref }) {
      const tag = name.slice(name.indexOf(':') + 1);
      if (tag === 'item' && id !== undefined && href !== undefined) hrefs.set(id, href);
      if (tag === 'itemref' && idref !== undefined) order.push(idref);
      fact = FACTS[name];
    },
    text: (text) => {
      if (fact !== undefined) facts[fact] ??= text;
    },
    close: () => {
      fact = undefined;
    },
  });
  const inArchive = (href: string) => decodeURIComponent(new URL(href, `zip:///${opf}`).pathname.slice(1));
  // A chapter that is named twice is read once.
  return { chapters: [...new Set(order.flatMap((id) => hrefs.get(id) ?? []).map(inArchive))], facts };
}
