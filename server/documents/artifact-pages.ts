import { LRUCache } from 'lru-cache';
import type { DocumentReader } from '#lib/ports/document-reader.ts';
import type { SlidePicture } from '#lib/slides/slide-picture.ts';

/** Of all slides that are kept, roughly. */
const KEPT_BYTES = 48_000_000;
const SHAPE_BYTES = 2000;

export type DeckFile = {
  readonly name: string;
  readonly mediaType: string;
  readonly sha256: string;
  read(): Promise<Uint8Array>;
};

/**
 * The slides of presentations. Those that were read last are kept by their content, since a page
 * requests the pictures of all slides at once.
 */
export class ArtifactPages {
  readonly #reader: DocumentReader;
  readonly #kept = new LRUCache<string, readonly SlidePicture[]>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf });
  readonly #reading = new Map<string, Promise<readonly SlidePicture[]>>();

  constructor(reader: DocumentReader) {
    this.#reader = reader;
  }

  /** For documents that are no presentations. */
  get reader(): DocumentReader {
    return this.#reader;
  }

  /** @throws {NodeFailure} those of reading documents */
  async slides(file: DeckFile): Promise<readonly SlidePicture[]> {
    const kept = this.#kept.get(file.sha256);
    if (kept) return kept;
    const reading = this.#reading.get(file.sha256) ?? this.#read(file);
    return reading;
  }

  /** Several requests for one file read it once, so the request that began it cannot cancel it. */
  #read({ name, mediaType, sha256, read }: DeckFile): Promise<readonly SlidePicture[]> {
    const reading = read()
      .then((bytes) => this.#reader.readSlides({ name, mediaType, bytes }, new AbortController().signal))
      .then((slides) => {
        this.#kept.set(sha256, slides);
        return slides;
      })
      .finally(() => this.#reading.delete(sha256));
    this.#reading.set(sha256, reading);
    return reading;
  }
}

function sizeOf(slides: readonly SlidePicture[]): number {
  return slides.reduce(
    (sum, { shapes, behind }) =>
      sum +
      [...shapes, ...behind].reduce((all, shape) => all + SHAPE_BYTES + (shape.kind === 'image' ? shape.base64.length : 0), 1),
    1,
  );
}
