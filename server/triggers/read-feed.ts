import { createHash } from 'node:crypto';
import { decodeHTMLStrict } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import { withoutDocumentType } from './document-type.ts';

export type FeedItem = {
  readonly id: string;
  readonly title?: string;
  readonly link?: string;
  readonly summary?: string;
  /** The whole text, as HTML, of a feed that has it in addition to a summary. */
  readonly content?: string;
  readonly author?: string;
  readonly publishedAt?: string;
  readonly categories?: readonly string[];
  /** Files that belong to the item, as the episode of a podcast. */
  readonly enclosures?: readonly FeedEnclosure[];
};
type FeedEnclosure = { readonly url: string; readonly mediaType?: string; readonly sizeBytes?: number };
/** An item with what tells it from others; the feed itself may name nothing. */
export type IdentifiedItem = {
  readonly item: FeedItem;
  /** Key of earlier versions, where it was another one. */
  readonly earlierKey?: string;
};

type Element = {
  /** With the usual prefix of its namespace; without one in RSS and Atom. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
};
/** What the parser makes of an element: its name with its children, and `:@` with its attributes. */
type Parsed = Readonly<Record<string, unknown>>;
type Prefixes = Readonly<Record<string, string>>;

/** Usual prefixes by namespace. Feeds may choose others, and some choose one for all their elements. */
const NAMESPACES: Readonly<Record<string, string>> = {
  'http://www.w3.org/2005/Atom': '',
  'http://purl.org/atom/ns#': '',
  'http://purl.org/rss/1.0/': '',
  'http://www.w3.org/1999/xhtml': '',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/rss/1.0/modules/content/': 'content',
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
 * The items of an RSS, RDF or Atom feed, in its order. Items without an id are distinguished by their
 * links, else by their content.
 * @throws {Error} when the text is no feed
 */
export function readFeed(text: string): IdentifiedItem[] {
  const roots = (parser.parse(withoutDocumentType(text)) as Parsed[]).map((parsed) => elementOf(parsed, {}));
  const root = roots.find((node) => typeof node !== 'string' && ['rss', 'rdf:RDF', 'feed'].includes(node.name));
  if (!root || typeof root === 'string') throw new Error('This is neither an RSS nor an Atom feed.');
  const channel = childOf(root, 'channel');
  const found =
    root.name === 'feed'
      ? childrenOf(root, 'entry')
      : [...(channel ? childrenOf(channel, 'item') : []), ...childrenOf(root, 'item')];
  return identify(found.flatMap((entry) => readItem(entry) ?? []));
}

type FoundItem = Omit<FeedItem, 'id'> & { readonly id: string | undefined };

function readItem(entry: Element): FoundItem | undefined {
  const textOf = (...names: readonly string[]) => firstOf(names, (name) => plainText(childOf(entry, name)));
  const markupOf = (...names: readonly string[]) => firstOf(names, (name) => markup(childOf(entry, name)));
  const author = childOf(entry, 'author');
  const at = textOf('pubDate', 'published', 'updated', 'dc:date');
  const content = markupOf('content:encoded', 'content');
  const summary = markupOf('description', 'summary') ?? content;
  const categories = [...childrenOf(entry, 'category'), ...childrenOf(entry, 'dc:subject')].flatMap(
    (category) => category.attributes.term ?? plainText(category) ?? [],
  );
  const enclosures = enclosuresOf(entry);
  const fields = {
    title: textOf('title'),
    link: linkOf(entry),
    summary,
    content: content === summary ? undefined : content,
    author: (author && plainText(childOf(author, 'name'))) ?? plainText(author) ?? textOf('dc:creator'),
    publishedAt: at === undefined || Number.isNaN(Date.parse(at)) ? undefined : new Date(at).toISOString(),
    categories: categories.length === 0 ? undefined : categories,
    enclosures: enclosures.length === 0 ? undefined : enclosures,
  };
  const item = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Omit<FeedItem, 'id'>;
  const id = textOf('guid', 'id');
  return id === undefined && Object.keys(item).length === 0 ? undefined : { id, ...item };
}

/** A link tells an item from others unless several have it, as in feeds whose items all link to one page. */
function identify(items: readonly FoundItem[]): IdentifiedItem[] {
  const linked = new Map<string, number>();
  for (const { id, link } of items) if (id === undefined && link !== undefined) linked.set(link, (linked.get(link) ?? 0) + 1);
  return items.map((found) => {
    const { id, ...rest } = found;
    if (id !== undefined) return { item: { ...rest, id } };
    const { link, title } = rest;
    if (link !== undefined && linked.get(link) === 1) return { item: { id: link, ...rest } };
    const earlierKey = link ?? title;
    return { item: { id: contentId(rest), ...rest }, ...(earlierKey !== undefined && { earlierKey }) };
  });
}

function contentId({ title, link, summary, content, publishedAt, enclosures }: Omit<FeedItem, 'id'>): string {
  const parts = [title, link, summary, content, publishedAt, enclosures?.map(({ url }) => url)];
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

/** RSS has a text, Atom elements with `href`, of which the page itself is the alternate. */
function linkOf(entry: Element): string | undefined {
  const links = childrenOf(entry, 'link').filter(({ attributes }) => attributes.rel !== 'enclosure');
  const chosen = links.find(({ attributes }) => (attributes.rel ?? 'alternate') === 'alternate') ?? links[0];
  return chosen && (plainText(chosen) ?? chosen.attributes.href);
}

function enclosuresOf(entry: Element): FeedEnclosure[] {
  const links = childrenOf(entry, 'link').filter(({ attributes }) => attributes.rel === 'enclosure');
  return [...childrenOf(entry, 'enclosure'), ...links].flatMap(({ attributes }) => {
    const url = attributes.url ?? attributes.href;
    if (url === undefined) return [];
    const sizeBytes = Number(attributes.length ?? '');
    return {
      url,
      ...(attributes.type !== undefined && { mediaType: attributes.type }),
      ...(Number.isSafeInteger(sizeBytes) && sizeBytes > 0 && { sizeBytes }),
    };
  });
}

function firstOf<T>(names: readonly string[], read: (name: string) => T | undefined): T | undefined {
  for (const name of names) {
    const value = read(name);
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

function elementOf(parsed: Parsed, outer: Prefixes): Element | string {
  const entry = Object.entries(parsed).find(([key]) => key !== ':@');
  const [name, content] = entry ?? ['', []];
  if (name === '#text') return decodeHTMLStrict(String(content));
  const parts = content as Parsed[];
  if (name === '#cdata') return parts.map((part) => String(part['#text'] ?? '')).join('');
  const written = Object.entries((parsed[':@'] ?? {}) as Record<string, string>);
  const attributes = Object.fromEntries(written.map(([key, value]) => [key, decodeHTMLStrict(value)]));
  const prefixes = { ...outer };
  for (const [key, value] of Object.entries(attributes)) {
    const known = NAMESPACES[value];
    if (known === undefined) continue;
    if (key === 'xmlns') prefixes[''] = known;
    else if (key.startsWith('xmlns:')) prefixes[key.slice('xmlns:'.length)] = known;
  }
  return { name: usualName(name, prefixes), attributes, children: parts.map((part) => elementOf(part, prefixes)) };
}

function usualName(name: string, prefixes: Prefixes): string {
  const colon = name.indexOf(':');
  const [prefix, local] = colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
  const usual = prefixes[prefix];
  return usual === undefined ? name : usual === '' ? local : `${usual}:${local}`;
}
