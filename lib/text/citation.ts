import { z } from 'zod';

/** Citations of one answer; later sources are not numbered. */
const MAX_CITATIONS = 200;
const MAX_SNIPPET_CHARS = 300;

/** A source that a tool read, numbered within an answer. */
export const citationSchema = z.object({
  index: z.int().positive().meta({ description: 'Its number, as in `[1]`.' }),
  url: z.string(),
  title: z.string(),
  domain: z.string(),
  snippet: z.string(),
  place: z.string().optional().meta({ description: 'The headings above it in its document.' }),
  page: z.int().positive().optional().meta({ description: 'Page, slide, sheet or chapter.' }),
});
export type Citation = z.output<typeof citationSchema>;

/** A source before it has a number. */
export type Source = {
  /** Of a page, or of a document of this server: `/knowledge?…`. */
  readonly url: string;
  readonly title?: string | undefined;
  readonly snippet?: string | undefined;
  /** What it belongs to. @defaultValue the host of its address; required without one */
  readonly domain?: string | undefined;
  readonly place?: string | undefined;
  readonly page?: number | null | undefined;
};

/** Sources by number. The same page, whatever its fragment, has one number. */
export class CitationList {
  readonly #byUrl = new Map<string, Citation>();

  constructor(citations: readonly Citation[] = []) {
    for (const citation of citations) this.#byUrl.set(keyOf(citation.url), citation);
  }

  /**
   * The number of a source, a new one where it has none. A page that was read says more of itself
   * than a result of a search: a longer snippet replaces a shorter one.
   * @returns undefined for what is no address, and beyond 200 sources
   */
  add({ url, title, snippet = '', place, page, ...source }: Source): number | undefined {
    const domain = domainOf(url) ?? (isOwn(url) ? source.domain : undefined);
    if (domain === undefined) return undefined;
    const known = this.#byUrl.get(keyOf(url));
    if (!known && this.#byUrl.size >= MAX_CITATIONS) return undefined;
    const short = oneLine(snippet).slice(0, MAX_SNIPPET_CHARS).toWellFormed();
    const citation: Citation = {
      index: known?.index ?? this.#byUrl.size + 1,
      url: known?.url ?? url,
      title: (title && oneLine(title).slice(0, MAX_SNIPPET_CHARS).toWellFormed()) || known?.title || domain,
      domain,
      snippet: short.length > (known?.snippet.length ?? 0) ? short : (known?.snippet ?? ''),
      ...placeOf(known ?? { place, page }),
    };
    this.#byUrl.set(keyOf(url), citation);
    return citation.index;
  }

  get all(): Citation[] {
    return [...this.#byUrl.values()];
  }
}

/** Whether it is a document of a knowledge base of this server. */
export function isOwn(url: string): boolean {
  return url.startsWith('/knowledge?');
}

function placeOf({ place, page }: Pick<Source, 'place' | 'page'>): Pick<Citation, 'place' | 'page'> {
  const short = place && oneLine(place).slice(0, MAX_SNIPPET_CHARS).toWellFormed();
  return { ...(short && { place: short }), ...(typeof page === 'number' && page > 0 && { page }) };
}

/** Numbers that a text cites, as `[1]` or `[2, 3]`, in the order in which they appear. */
export function citedNumbers(text: string): number[] {
  const found = new Set<number>();
  for (const [, list = ''] of text.matchAll(/\[(\d{1,3}(?:,\s?\d{1,3}){0,20})\]/g))
    for (const number of list.split(',')) found.add(Number(number));
  return [...found];
}

/** The host of an http or https address without `www.`; undefined for anything else. */
function domainOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? hostname.replace(/^www\./, '') : undefined;
}

function keyOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
