import { z } from 'zod';
import { readJsonText } from '#lib/json/json-limits.ts';
import { feedDate } from './feed-date.ts';
import { definedFields, type FeedItem, type IdentifiedItem, identifyItems, wholeAddress } from './feed-item.ts';

/** A field of another type counts as missing: one odd item does not hide the others. */
const text = z.string().optional().catch(undefined);
const authorSchema = z.looseObject({ name: text }).optional().catch(undefined);
const itemSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional().catch(undefined),
  url: text,
  external_url: text,
  title: text,
  summary: text,
  content_html: text,
  content_text: text,
  date_published: text,
  date_modified: text,
  author: authorSchema,
  authors: z.array(authorSchema).optional().catch(undefined),
  tags: z.array(z.string()).optional().catch(undefined),
  attachments: z
    .array(z.looseObject({ url: z.string(), mime_type: text, size_in_bytes: z.number().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
});
const feedSchema = z.looseObject({
  author: authorSchema,
  authors: z.array(authorSchema).optional().catch(undefined),
  items: z.array(z.unknown()),
});

/**
 * The items of a JSON Feed.
 * @see https://www.jsonfeed.org/version/1.1/
 * @throws {Error} for any other JSON
 */
export function readJsonFeed(json: string, address: string | undefined): IdentifiedItem[] {
  const { value, excess } = readJsonText(json);
  if (excess !== undefined) throw new Error(`The feed has ${excess}.`);
  const feed = feedSchema.safeParse(value);
  if (!feed.success) throw new Error('This is JSON, but no JSON Feed: it has no list of items. Choose the format json.');
  const authorOfFeed = nameOf(feed.data);
  const found = feed.data.items.flatMap((one) => {
    const read = itemSchema.safeParse(one);
    if (!read.success) return [];
    const { id, url, external_url, title, summary, content_html, content_text, date_published, date_modified, tags } = read.data;
    const whole = content_html ?? content_text;
    const link = url ?? external_url;
    const at = date_published ?? date_modified;
    const enclosures = read.data.attachments?.map(({ url: file, mime_type: mediaType, size_in_bytes: sizeBytes }) => ({
      url: wholeAddress(file, address),
      ...definedFields({ mediaType, sizeBytes }),
    }));
    const item: Omit<FeedItem, 'id'> = definedFields({
      title,
      link: link === undefined ? undefined : wholeAddress(link, address),
      summary: summary ?? whole,
      content: summary === undefined ? undefined : whole,
      author: nameOf(read.data) ?? authorOfFeed,
      publishedAt: at === undefined ? undefined : feedDate(at),
      categories: tags?.length ? tags : undefined,
      enclosures: enclosures?.length ? enclosures : undefined,
    });
    const hasNothing = id === undefined && Object.keys(item).length === 0;
    return hasNothing ? [] : [{ id: id === undefined || id === '' ? undefined : String(id), item, written: item }];
  });
  return identifyItems(found);
}

type Author = z.output<typeof authorSchema>;

function nameOf({ author, authors }: { author?: Author; authors?: Author[] | undefined }): string | undefined {
  const names = authors?.flatMap((one) => one?.name ?? []) ?? [];
  return names.length > 0 ? names.join(', ') : author?.name;
}
