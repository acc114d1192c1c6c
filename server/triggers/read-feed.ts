import { decodeHTMLStrict } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import { pageText } from '#lib/html/page-text.ts';
import { withoutDocumentType } from './document-type.ts';
import { feedDate } from './feed-date.ts';
import {
  definedFields,
  type FeedEnclosure,
  type FoundItem,
  type IdentifiedItem,
  identifyItems,
  wholeAddress,
} from './feed-item.ts';
import { readJsonFeed } from './read-json-feed.ts';

type Element = {
  /** With the usual prefix of its namespace; without one in RSS and Atom. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
  /** What relative addresses in it are relative to, by `xml:base`. */
  readonly base: string | undefined;
};
/** What the parser makes of an element: its name with its children, and `:@` with its attributes. */
type Parsed = Readonly<Record<string, unknown>>;
type Prefixes = Readonly<Record<string, string>>;
type Around = { readonly prefixes: Prefixes; readonly base: string | undefined };

/** Usual prefixes by namespace. Feeds may choose others, and some choose one for all their elements. */
const NAMESPACES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2005/Atom': '',
  'http://purl.org/atom/ns#': '',
  'http://purl.org/rss/1.0/': '',
  'http://www.w3.org/1999/xhtml': '',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://search.yahoo.com/mrss/': 'media',
  'http://search.yahoo.com/mrss': 'media',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
};

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  // Feeds use the names of HTML's, too, and only once.
  processEntities: false,
  cdataPropName: '#cdata',
});

/**
 * The items of an RSS, RDF, Atom or JSON feed, in its order. Items without an id are distinguished by their
 * links, else by their content.
 * @param address where the feed was read
 * @throws {Error} when the text is no feed
 */
export function readFeed(text: string, address?: string): IdentifiedItem[] {
  if (/^\s*\{/.test(text)) return readJsonFeed(text, address);
  const around = { prefixes: {}, base: address };
  const roots = parsedXml(text).map((parsed) => elementOf(parsed, around));
  const root = roots.find((node) => typeof node !== 'string' && ['rss', 'rdf:RDF', 'feed'].includes(node.name));
  if (!root || typeof root === 'string') throw new Error('This is neither an RSS nor an Atom feed.');
  const channel = childOf(root, 'channel');
  const found =
    root.name === 'feed'
      ? childrenOf(root, 'entry')
      : [...(channel ? childrenOf(channel, 'item') : []), ...childrenOf(root, 'item')];
  const authorOfFeed = root.name === 'feed' ? namesOf(root, 'author') : undefined;
  return identifyItems(found.flatMap((entry) => readItem(entry, authorOfFeed) ?? []));
}

function parsedXml(text: string): Parsed[] {
  const xml = withoutDocumentType(text);
  try {
    return parser.parse(xml) as Parsed[];
  } catch (cause) {
    throw new Error(`The feed is not well-formed XML, and may be cut off: ${(cause as Error).message}`, { cause });
  }
}

function readItem(entry: Element, authorOfFeed: string | undefined): FoundItem | undefined {
  const textOf = (...names: readonly string[]) => firstOf(names, (name) => plainText(childOf(entry, name)));
  const markupOf = (...names: readonly string[]) => firstOf(names, (name) => markup(childOf(entry, name)));
  const media = [entry, ...childrenOf(entry, 'media:group')];
  const inMedia = (name: string) => media.flatMap((one) => childrenOf(one, name));
  const at = textOf('pubDate', 'published', 'updated', 'dc:date');
  const content = markupOf('content:encoded', 'content');
  const writtenSummary = markupOf('description', 'summary') ?? content;
  const summary = writtenSummary ?? markupOf('itunes:summary') ?? firstOf(inMedia('media:description'), markup);
  const categories = [...childrenOf(entry, 'category'), ...childrenOf(entry, 'dc:subject')].flatMap(
    (category) => category.attributes.term ?? plainText(category) ?? [],
  );
  const written = enclosuresOf([...childrenOf(entry, 'enclosure'), ...linksOf(entry, 'enclosure')]);
  const enclosures = [...written, ...enclosuresOf(inMedia('media:content'))].map(({ url, ...more }) => ({
    ...more,
    url: wholeAddress(url, entry.base),
  }));
  const title = childOf(entry, 'title');
  const link = linkOf(entry);
  const guid = childOf(entry, 'guid');
  const permalink = guid && guid.attributes.isPermaLink?.toLowerCase() !== 'false' ? plainText(guid) : undefined;
  const address = link?.text ?? (/^https?:/i.test(permalink ?? '') ? permalink : undefined);
  const ofBoth = { content: content === summary ? undefined : content };
  const item = definedFields({
    title: (title && titleOf(title)) ?? textOf('media:title', 'itunes:title'),
    link: address === undefined ? undefined : wholeAddress(address, link?.base),
    summary,
    ...ofBoth,
    author: namesOf(entry, 'author') ?? namesOf(entry, 'dc:creator') ?? textOf('itunes:author') ?? authorOfFeed,
    publishedAt: firstOf(DATES, (name) => feedDate(textOf(name) ?? '')),
    categories: categories.length === 0 ? undefined : categories,
    enclosures: enclosures.length === 0 ? undefined : uniqueBy(enclosures, ({ url }) => url),
  });
  const id = textOf('guid', 'id');
  if (id === undefined && Object.keys(item).length === 0) return undefined;
  return {
    id,
    item,
    about: Object.entries(entry.attributes).find(([name]) => name.endsWith(':about'))?.[1],
    written: definedFields({
      title: textOf('title'),
      link: link?.text,
      summary: writtenSummary,
      ...ofBoth,
      publishedAt: at === undefined || Number.isNaN(Date.parse(at)) ? undefined : new Date(at).toISOString(),
      enclosures: written.length === 0 ? undefined : written,
    }),
  };
}

/** The latest version of Atom comes first; those before it had other names. */
const DATES = [
  'pubDate',
  'published',
  'updated',
  'dc:date',
  'issued',
  'dcterms:issued',
  'modified',
  'dcterms:modified',
  'created',
];

/** Atom has elements in it, RSS a text; an entry may have several. */
function namesOf(element: Element, name: string): string | undefined {
  const names = childrenOf(element, name).flatMap((one) => plainText(childOf(one, 'name')) ?? plainText(one) ?? []);
  return names.length === 0 ? undefined : names.join(', ');
}

/** Atom says which titles are HTML; those of RSS are taken as they are. */
function titleOf(title: Element): string | undefined {
  const text = plainText(title);
  const isHtml = title.attributes.type === 'html' || title.attributes.mode === 'escaped';
  if (text === undefined || !isHtml) return text;
  return pageText(text, { format: 'text', baseUrl: '' }).text.replaceAll(/\s+/g, ' ').trim();
}

function uniqueBy<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.toReversed().map((value) => [keyOf(value), value])).values()].toReversed();
}

type FoundLink = { readonly text: string; readonly base: string | undefined };

/** RSS has a text, Atom elements with `href`, of which the page itself is the alternate. */
function linkOf(entry: Element): FoundLink | undefined {
  const links = childrenOf(entry, 'link').filter(({ attributes }) => attributes.rel !== 'enclosure');
  const chosen = links.find(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate') ?? links[0];
  const text = chosen && (plainText(chosen) ?? chosen.attributes.href);
  return text === undefined ? undefined : { text, base: chosen?.base };
}

function linksOf(entry: Element, rel: string): Element[] {
  return childrenOf(entry, 'link').filter(({ attributes }) => attributes.rel === rel);
}

function enclosuresOf(elements: readonly Element[]): FeedEnclosure[] {
  return elements.flatMap(({ attributes }) => {
    const url = attributes.url ?? attributes.href;
    if (url === undefined) return [];
    const sizeBytes = Number(attributes.length ?? attributes.fileSize ?? '');
    return {
      url,
      ...(attributes.type !== undefined && { mediaType: attributes.type }),
      ...(Number.isSafeInteger(sizeBytes) && sizeBytes > 0 && { sizeBytes }),
    };
  });
}

function firstOf<S, T>(sources: readonly S[], read: (source: S) => T | undefined): T | undefined {
  for (const source of sources) {
    const value = read(source);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The text of an element and of all in it; undefined where there is none. */
function plainText(element: Element | undefined): string | undefined {
  const text = element && textIn(element).replaceAll(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}

function textIn(node: Element | string): string {
  return typeof node === 'string' ? node : node.children.map(textIn).join('');
}

/** The content of an element as it is written; elements in it, as those of XHTML, become HTML. */
function markup(element: Element | undefined): string | undefined {
  if (!element) return undefined;
  const { children, attributes } = element;
  const only = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [div] = only;
  const isWrapped = attributes.type === 'xhtml' && only.length === 1 && typeof div === 'object' && div.name === 'div';
  const inner = isWrapped ? div.children : children;
  const text = inner.some((child) => typeof child !== 'string') ? inner.map(htmlOf).join('') : inner.join('');
  return text.trim() === '' ? undefined : text.trim();
}

function htmlOf(node: Element | string): string {
  if (typeof node === 'string') return escapeHtml(node);
  const attributes = Object.entries(node.attributes)
    .filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
  const isVoid = node.children.length === 0 && VOID.has(node.name);
  return isVoid
    ? `<${node.name}${attributes}>`
    : `<${node.name}${attributes}>${node.children.map(htmlOf).join('')}</${node.name}>`;
}

const VOID = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => ESCAPES[char] ?? char);
}

function childOf(element: Element, name: string): Element | undefined {
  return childrenOf(element, name)[0];
}

function childrenOf({ children }: Element, name: string): Element[] {
  return children.filter((child): child is Element => typeof child !== 'string' && child.name === name);
}

function elementOf(parsed: Parsed, outer: Around): Element | string {
  const entry = Object.entries(parsed).find(([key]) => key !== ':@');
  const [name, content] = entry ?? ['', []];
  if (name === '#text') return decodeHTMLStrict(String(content));
  const parts = content as Parsed[];
  if (name === '#cdata') return parts.map((part) => String(part['#text'] ?? '')).join('');
  const written = Object.entries((parsed[':@'] ?? {}) as Record<string, string>);
  const attributes = Object.fromEntries(written.map(([key, value]) => [key, decodeHTMLStrict(value)]));
  const prefixes = { ...outer.prefixes };
  for (const [key, value] of Object.entries(attributes)) {
    const known = NAMESPACES[value];
    if (known === undefined) continue;
    if (key === 'xmlns') prefixes[''] = known;
    else if (key.startsWith('xmlns:')) prefixes[key.slice('xmlns:'.length)] = known;
  }
  const given = attributes['xml:base'];
  const base = given === undefined ? outer.base : wholeAddress(given, outer.base);
  const around = { prefixes, base };
  return { name: usualName(name, prefixes), attributes, children: parts.map((part) => elementOf(part, around)), base };
}

function usualName(name: string, prefixes: Prefixes): string {
  const colon = name.indexOf(':');
  const [prefix, local] = colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
  const usual = prefixes[prefix];
  return usual === undefined ? name : usual === '' ? local : `${usual}:${local}`;
}
