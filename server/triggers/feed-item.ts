import { createHash } from 'node:crypto';

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
export type FeedEnclosure = { readonly url: string; readonly mediaType?: string; readonly sizeBytes?: number };

/** A key under which earlier builds knew an item, in states before this version. */
export type EarlierKey = { readonly key: string; readonly before: number };
/** An item with what tells it from others; the feed itself may name nothing. */
export type IdentifiedItem = { readonly item: FeedItem; readonly earlierKeys?: readonly EarlierKey[] };

/** An item of a feed before it has a key. */
export type FoundItem = {
  readonly id: string | undefined;
  readonly item: Omit<FeedItem, 'id'>;
  /** What its content is known by: as the feed says it, so that a better reading makes no item new. */
  readonly written: Omit<FeedItem, 'id' | 'author' | 'categories'>;
  /** Address of the item as RDF names it, which its link may differ from. */
  readonly about?: string | undefined;
};

/** Version of the states from which links are whole addresses, and names of RDF and ids of all items count no more. */
const SINCE_WHOLE_LINKS = 4;
/** Version of the states from which items without an own link are known by their content. */
const SINCE_CONTENT = 2;

/**
 * Keys of items: the id, else the link, unless several items have the same one, as in feeds whose items
 * all link to one page; else the content.
 */
export function identifyItems(items: readonly FoundItem[]): IdentifiedItem[] {
  const ids = new Set(items.map(({ id }) => id));
  const contents = new Set(items.map(({ written }) => contentId(written)));
  // A constant, as "0", is no id.
  const isConstant = ids.size === 1 && contents.size > 1;
  const links = countBy(items, ({ id, item }) => (id === undefined ? item.link : undefined));
  const writtenLinks = countBy(items, ({ id, written }) => (id === undefined ? written.link : undefined));
  return items.map(({ id, item, written, about }) => {
    const content = contentId(written);
    const isOwnLink = (link: string | undefined, counts: Counts): link is string => link !== undefined && counts.get(link) === 1;
    const key = (isConstant ? undefined : id) ?? (isOwnLink(item.link, links) ? item.link : (about ?? content));
    const before = id ?? (isOwnLink(written.link, writtenLinks) ? written.link : content);
    const first = id === undefined && before === content ? (written.link ?? written.title) : undefined;
    const earlierKeys = [
      ...(before === key ? [] : [{ key: before, before: SINCE_WHOLE_LINKS }]),
      ...(first === undefined ? [] : [{ key: first, before: SINCE_CONTENT }]),
    ];
    return { item: { ...item, id: key }, ...(earlierKeys.length > 0 && { earlierKeys }) };
  });
}

type Counts = ReadonlyMap<string, number>;

function countBy(items: readonly FoundItem[], read: (item: FoundItem) => string | undefined): Counts {
  const counts = new Map<string, number>();
  for (const item of items) {
    const value = read(item);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function contentId({ title, link, summary, content, publishedAt, enclosures }: FoundItem['written']): string {
  const parts = [title, link, summary, content, publishedAt, enclosures?.map(({ url }) => url)];
  return `sha256:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

/** Without the fields that are undefined. */
export function definedFields<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof definedFields<T>
  >;
}

/** The whole address of a link; as it is written where that is no address. */
export function wholeAddress(link: string, base: string | undefined): string {
  // An absolute one stays as it is written: it may be a key.
  if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return link;
  return URL.parse(link, base)?.href ?? link;
}
