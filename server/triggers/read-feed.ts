import { XMLParser } from 'fast-xml-parser';

export type FeedItem = {
  readonly id: string;
  readonly title?: string;
  readonly link?: string;
  readonly summary?: string;
  readonly author?: string;
  readonly publishedAt?: string;
};

type Xml = Readonly<Record<string, unknown>>;

/** Own entities could expand to any size. */
const DECLARES_ENTITIES = /<!(?:DOCTYPE|ENTITY)/i;
const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false, trimValues: true });

/**
 * The items of an RSS, RDF or Atom feed, in its order. An item without an id is known by its link or title.
 * @throws {Error} when the text is no feed
 */
export function readFeed(text: string): FeedItem[] {
  if (DECLARES_ENTITIES.test(text)) throw new Error('The feed declares a document type, which is not read.');
  const root = parser.parse(text) as Xml;
  const rss = objectOf(root.rss) ?? objectOf(root['rdf:RDF']);
  const channel = objectOf(rss?.channel);
  const atom = objectOf(root.feed);
  if (!rss && !atom) throw new Error('This is neither an RSS nor an Atom feed.');
  const found = atom ? listOf(atom.entry) : [...listOf(channel?.item), ...listOf(rss?.item)];
  return found.flatMap((entry) => itemOf(objectOf(entry)) ?? []);
}

function itemOf(entry: Xml | undefined): FeedItem | undefined {
  if (!entry) return undefined;
  const title = textOf(entry.title);
  const link = linkOf(entry.link);
  const id = textOf(entry.guid) ?? textOf(entry.id) ?? link ?? title;
  if (id === undefined) return undefined;
  const summary = textOf(entry.description) ?? textOf(entry.summary) ?? textOf(entry.content) ?? textOf(entry['content:encoded']);
  const author = textOf(objectOf(entry.author)?.name) ?? textOf(entry.author) ?? textOf(entry['dc:creator']);
  const at = textOf(entry.pubDate) ?? textOf(entry.published) ?? textOf(entry.updated) ?? textOf(entry['dc:date']);
  const publishedAt = at === undefined || Number.isNaN(Date.parse(at)) ? undefined : new Date(at).toISOString();
  return {
    id,
    ...(title !== undefined && { title }),
    ...(link !== undefined && { link }),
    ...(summary !== undefined && { summary }),
    ...(author !== undefined && { author }),
    ...(publishedAt !== undefined && { publishedAt }),
  };
}

/** RSS has a text, Atom elements with `href`, of which the page itself is the alternate. */
function linkOf(value: unknown): string | undefined {
  const links = listOf(value);
  const chosen = links.find((link) => (objectOf(link)?.['@rel'] ?? 'alternate') === 'alternate') ?? links[0];
  return textOf(chosen) ?? textOf(objectOf(chosen)?.['@href']);
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : objectOf(value)?.['#text'];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function objectOf(value: unknown): Xml | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Xml) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
