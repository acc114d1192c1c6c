import { LRUCache } from 'lru-cache';
import { AppError } from '#lib/errors/app-error.ts';
import type { DocumentReader } from '#lib/ports/document-reader.ts';
import type { SlidePicture } from '#lib/slides/slide-picture.ts';
import { cutText } from '#lib/text/cut-text.ts';
import { type Claimant, Shares, shareLimits } from '../limits/shares.ts';

/** Of all slides that are kept, and of all pages, roughly. */
const KEPT_BYTES = 48_000_000;
const SHAPE_BYTES = 2000;
const PAGE_BYTES = 100;
/** Documents that are read or wait for it, each with its request; a visitor has at least two. */
const MAX_READING = 100;
const LEAST_READING = 2;
const MAX_PAGES = 500;
export const MAX_PAGE_CHARS = 20_000;
const RETRY_AFTER_S = 10;

export type ShownFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  read(): Promise<Uint8Array>;
};
export type ShownPages = {
  readonly pages: readonly { readonly title: string; readonly text: string }[];
  /** There is more in the document. */
  readonly isCut: boolean;
};

/**
 * The pages of documents and the slides of presentations. Those that were read last are kept by their content, since a
 * page requests the pictures of all slides at once, and a preview may be requested again and again.
 */
export class ArtifactPages {
  readonly #reader: DocumentReader;
  readonly #slides = new LRUCache<string, readonly SlidePicture[]>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOfSlides });
  readonly #pages = new LRUCache<string, ShownPages>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOfPages });
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #shares = new Shares(shareLimits(MAX_READING, {}, LEAST_READING));

  constructor(reader: DocumentReader) {
    this.#reader = reader;
  }

  /** @throws {NodeFailure} those of reading documents; {AppError} `rate-limited` where too many are read already */
  async slides(file: ShownFile, caller: Claimant): Promise<readonly SlidePicture[]> {
    const key = `slides ${file.mediaType} ${file.sha256}`;
    return (
      this.#slides.get(key) ??
      this.#once(key, caller, async (reader, signal) => {
        const { name, mediaType } = file;
        const slides = await reader.readSlides({ name, mediaType, bytes: await file.read() }, signal);
        this.#slides.set(key, slides);
        return slides;
      })
    );
  }

  /** The texts of any other document, cut where it is long. @throws as `slides` */
  async pages(file: ShownFile, caller: Claimant): Promise<ShownPages> {
    const key = `pages ${file.mediaType} ${file.sha256}`;
    return (
      this.#pages.get(key) ??
      this.#once(key, caller, async (reader, signal) => {
        const { name, mediaType } = file;
        const read = await reader.read({ name, mediaType, bytes: await file.read(), format: 'text' }, signal);
        const some = read.pages.length > 0 ? read.pages : [{ title: '', text: read.text }];
        const shown: ShownPages = {
          pages: some.slice(0, MAX_PAGES).map(({ title, text }) => ({ title, text: cutText(text, MAX_PAGE_CHARS) })),
          isCut: some.length > MAX_PAGES || some.some(({ text }) => text.length > MAX_PAGE_CHARS),
        };
        this.#pages.set(key, shown);
        return shown;
      })
    );
  }

  /** Several requests of a kind of caller for one file read it once, so the request that began it cannot cancel it. */
  #once<T>(key: string, caller: Claimant, read: (reader: DocumentReader, signal: AbortSignal) => Promise<T>): Promise<T> {
    const ofKind = `${caller.kind} ${key}`;
    const before = this.#reading.get(ofKind);
    if (before) return before as Promise<T>;
    const holding = this.#shares.open(caller);
    const refusal = holding.add(1);
    if (refusal)
      throw new AppError('rate-limited', `Too many documents are being read. Try again in ${RETRY_AFTER_S} s.`, {
        details: { retryAfterS: RETRY_AFTER_S, ...refusal },
      });
    const reading = read(this.#reader.for(caller), new AbortController().signal).finally(() => {
      holding.release();
      this.#reading.delete(ofKind);
    });
    this.#reading.set(ofKind, reading);
    return reading;
  }
}

function sizeOfSlides(slides: readonly SlidePicture[]): number {
  return slides.reduce(
    (sum, { shapes, behind }) =>
      sum +
      [...shapes, ...behind].reduce((all, shape) => all + SHAPE_BYTES + (shape.kind === 'image' ? shape.base64.length : 0), 1),
    1,
  );
}

function sizeOfPages({ pages }: ShownPages): number {
  return pages.reduce((sum, { title, text }) => sum + PAGE_BYTES + 2 * (title.length + text.length), 1);
}
