import type { HtmlReader } from './read-html.ts';
import { TextLines } from './text-lines.ts';

export type TextFormat = 'text' | 'markdown';

/** Elements without readable content: code, controls, navigation. */
const SKIPPED = new Set(
  'script style noscript template svg annotation annotation-xml canvas iframe object video audio nav footer aside button select input textarea dialog head'.split(
    ' ',
  ),
);
/** Skipped elements that are content where nothing is around the text, as footnotes of books. */
const ASIDES = new Set(['aside', 'footer']);
/** Skipped elements whose text is not for readers. */
const CODE = new Set(['script', 'style', 'template', 'head', 'annotation', 'annotation-xml']);
/** Elements that show something which is not text of the page. */
const EMBEDDED = new Set('iframe frame object embed canvas video audio'.split(' '));
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr'.split(' '));
const LINES = new Set(
  'div section article main header address li dt dd tr caption details summary fieldset form figcaption center body'.split(' '),
);
const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  code: '`',
  kbd: '`',
  samp: '`',
  del: '~~',
  s: '~~',
};

/** Elements that a start tag closes implicitly, unless one of `within` is between them. */
const IMPLIED_ENDS: Readonly<Record<string, { readonly ends: readonly string[]; readonly within: readonly string[] }>> = {
  li: { ends: ['li'], within: ['ul', 'ol'] },
  dt: { ends: ['dt', 'dd'], within: ['dl'] },
  dd: { ends: ['dt', 'dd'], within: ['dl'] },
  tr: { ends: ['tr', 'td', 'th'], within: ['table'] },
  td: { ends: ['td', 'th'], within: ['tr', 'table'] },
  th: { ends: ['td', 'th'], within: ['tr', 'table'] },
};
const MAX_TITLE_CHARS = 300;
/** Deeper elements are ignored, as browsers do at 512. */
const MAX_DEPTH = 200;

/** What was not written, by the name of an element, `hidden`, or `outside` of the main content. */
export type SkippedParts = ReadonlyMap<string, number>;

type WriterOptions = {
  readonly format: TextFormat;
  readonly baseUrl: string;
  readonly within: string | undefined;
  readonly keepsAsides?: boolean;
};

type Open = {
  /** Of its tags. */
  readonly name: string;
  /** The element that its `role` makes of it. */
  readonly meaning: string;
  readonly isSkipped: boolean;
  readonly end?: (() => void) | undefined;
};

/** Writes a page as text or Markdown. */
export class TextWriter implements HtmlReader {
  readonly #lines: TextLines;
  readonly #baseUrl: string;
  readonly #within: string | undefined;
  readonly #keepsAsides: boolean;
  readonly #open: Open[] = [];
  /** Numbers of open elements by name, and of open skipped elements. */
  readonly #counts = new Map<string, number>();
  #skipped = 0;
  /** Number of open elements whose content is written. */
  #openWithin = 0;
  readonly #skippedParts = new Map<string, number>();
  #title = '';
  #isInTitle = false;

  /** @param options `within`: only content of this element is written; `keepsAsides`: as in books and mails */
  constructor({ format, baseUrl, within, keepsAsides = false }: WriterOptions) {
    this.#keepsAsides = keepsAsides;
    this.#lines = new TextLines({ isPlain: format === 'text' });
    this.#baseUrl = baseUrl;
    this.#within = within;
  }

  finish(): { title: string | undefined; text: string; skipped: SkippedParts } {
    this.#closeDownTo(0);
    return { title: titleOf(this.#title), text: this.#lines.finish(), skipped: this.#skippedParts };
  }

  text(text: string): void {
    if (this.#isInTitle) this.#title += this.#title === '' ? text : '';
    else if (this.#isShown) this.#lines.text(text, { isVerbatim: this.#has('pre') });
    else if (text.trim() !== '') this.#noteSkippedText();
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    // `role` gives neutral elements a meaning.
    const role = attributes.get('role');
    const meaning = role === 'main' ? 'main' : role === 'navigation' ? 'nav' : name;
    this.#isInTitle = name === 'title' && !this.#has('svg');
    if (name === 'body') this.#close('head');
    if (Object.hasOwn(IMPLIED_ENDS, name)) this.#endImplied(name);
    if (PARAGRAPHS.has(name) || name === 'div') this.#close('p');
    if (EMBEDDED.has(name) && this.#isShown) this.#noteSkipped(name);
    if (VOID.has(name)) {
      if (this.#isShown) this.#writeVoid(name, attributes);
      return;
    }
    if (this.#open.length >= MAX_DEPTH) return;
    const isSkipped = this.#skips(meaning) || attributes.has('hidden') || attributes.get('aria-hidden') === 'true';
    const end = this.#isShown && !isSkipped ? this.#begin(name, attributes) : undefined;
    this.#open.push({ name, meaning, isSkipped, end });
    this.#counts.set(name, this.#count(name) + 1);
    if (meaning === this.#within) this.#openWithin++;
    if (isSkipped) this.#skipped++;
  }

  close(name: string): void {
    if (name === 'title') this.#isInTitle = false;
    this.#close(name);
  }

  #close(name: string): void {
    if (this.#has(name)) this.#closeDownTo(this.#open.findLastIndex((one) => one.name === name));
  }

  #closeDownTo(depth: number): void {
    while (this.#open.length > depth) {
      const { name, meaning, isSkipped, end } = this.#open.pop() as Open;
      this.#counts.set(name, this.#count(name) - 1);
      if (meaning === this.#within) this.#openWithin--;
      if (isSkipped) this.#skipped--;
      end?.();
    }
  }

  #endImplied(name: string): void {
    const { ends, within } = IMPLIED_ENDS[name] as { ends: readonly string[]; within: readonly string[] };
    const border = this.#open.findLastIndex((one) => within.includes(one.name));
    const depth = this.#open.findIndex((one, index) => index > border && ends.includes(one.name));
    if (depth >= 0) this.#closeDownTo(depth);
  }

  #skips(name: string): boolean {
    return SKIPPED.has(name) && !(this.#keepsAsides && ASIDES.has(name));
  }

  #noteSkippedText(): void {
    const outermost = this.#open.find(({ isSkipped }) => isSkipped);
    if (!outermost) this.#noteSkipped('outside');
    else if (this.#open.every(({ name }) => !CODE.has(name)) && !EMBEDDED.has(outermost.name))
      this.#noteSkipped(this.#skips(outermost.meaning) ? outermost.meaning : 'hidden');
  }

  #noteSkipped(part: string): void {
    this.#skippedParts.set(part, (this.#skippedParts.get(part) ?? 0) + 1);
  }

  #has(name: string): boolean {
    return this.#count(name) > 0;
  }

  #count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  get #isShown(): boolean {
    return this.#skipped === 0 && (this.#within === undefined || this.#openWithin > 0);
  }

  #writeVoid(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'br') this.#lines.lineBreak();
    if (name === 'hr') this.#lines.rule();
    if (name === 'img' && !attributes.has('alt')) this.#noteSkipped('img');
    if (name === 'img') this.#lines.image(attributes.get('alt')?.trim() ?? '', this.#link(attributes.get('src')));
  }

  /** @returns the function that ends the element */
  #begin(name: string, attributes: ReadonlyMap<string, string>): (() => void) | undefined {
    const lines = this.#lines;
    const mark = Object.hasOwn(MARKS, name) ? MARKS[name] : undefined;
    if (mark !== undefined) return this.#has('pre') ? undefined : lines.beginMark(mark);
    if (name === 'a') return lines.beginLink(this.#link(attributes.get('href')));
    if (name === 'td' || name === 'th') return lines.beginCell({ isHead: name === 'th' });
    if (name === 'tr') return lines.beginRow();
    if (name === 'table') return lines.beginTable();
    if (name === 'pre') return lines.beginPre();
    if (name === 'blockquote') return lines.beginQuote();
    if (name === 'ul' || name === 'ol') return this.#beginList(name, attributes);
    if (name === 'li') return lines.beginItem(wholeNumber(attributes.get('value')));
    if (/^h[1-6]$/.test(name)) return lines.beginHeading(Number(name[1]));
    if (PARAGRAPHS.has(name)) return lines.beginParagraph();
    return LINES.has(name) ? lines.beginLine() : undefined;
  }

  #beginList(name: string, attributes: ReadonlyMap<string, string>): () => void {
    const start = wholeNumber(attributes.get('start')) ?? 1;
    return this.#lines.beginList({ isOrdered: name === 'ol', isNested: this.#has('li'), start });
  }

  /** Undefined for a URL that cannot be followed. */
  #link(href: string | undefined): string | undefined {
    if (href === undefined || href.startsWith('#') || href.length > 2000 || !URL.canParse(href, this.#baseUrl)) return undefined;
    const url = new URL(href, this.#baseUrl);
    return /^(https?|mailto):$/.test(url.protocol) ? url.href.replaceAll('(', '%28').replaceAll(')', '%29') : undefined;
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : undefined;
}

/** Titles are shown in one line, so their length is limited. */
function titleOf(text: string): string | undefined {
  const title = text
    .slice(0, 10 * MAX_TITLE_CHARS)
    .replace(/\s+/g, ' ')
    .trim();
  return (title.length > MAX_TITLE_CHARS ? `${title.slice(0, MAX_TITLE_CHARS).toWellFormed()}…` : title) || undefined;
}
