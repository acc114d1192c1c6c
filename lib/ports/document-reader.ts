import type { DocumentWarning } from '../documents/document-warning.ts';
import type { Chunk } from '../knowledge/chunk.ts';
import type { CallerKind } from '../run/caller-kind.ts';
import type { SlidePicture } from '../slides/slide-picture.ts';

/** How the text of a document is written. */
export type DocumentFormat = 'text' | 'markdown';

/** A page, slide, sheet or chapter. */
export type DocumentPage = {
  /** From 1. */
  readonly number: number;
  /** Of the slide, sheet or chapter; empty when it has none. */
  readonly title: string;
  readonly text: string;
};
export type DocumentTable = {
  /** Of the page it is on; null where a document has no pages. */
  readonly page: number | null;
  /** Name of its sheet; empty for other tables. */
  readonly title: string;
  /** Rows of cells as texts; rows may have different lengths. */
  readonly rows: readonly (readonly string[])[];
};
export type ReadDocument = {
  /** As `pdf`, `docx` or `txt`: the format by which it was read. */
  readonly kind: string;
  readonly text: string;
  readonly pages: readonly DocumentPage[];
  readonly tables: readonly DocumentTable[];
  /** What the document says about itself: `title`, `author`, `subject`, … */
  readonly metadata: Readonly<Record<string, string | number>>;
  /** What was not read, or may be wrong. */
  readonly warnings: readonly DocumentWarning[];
};

export type DocumentSource = {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly format: DocumentFormat;
  /** A CSS selector: only these elements of an HTML document are read. */
  readonly selector?: string | undefined;
};

export type ReadPart =
  | {
      readonly document: {
        readonly kind: string;
        readonly title?: string | undefined;
        readonly warnings: readonly DocumentWarning[];
      };
    }
  | { readonly chunks: readonly Chunk[] };

/**
 * Reads documents of many kinds, in a process of their own with bounded memory and time.
 * @throws {NodeFailure} `document-unsupported`, `document-refused`, `document-unreadable`,
 * `document-too-large`, `document-timed-out`, each naming the file
 */
export interface DocumentReader {
  /** The same for a caller, who takes turns with others; without it documents are read for members. */
  for(caller: { readonly kind: CallerKind; readonly id?: string | undefined }): DocumentReader;
  read(source: DocumentSource, signal: AbortSignal): Promise<ReadDocument>;
  /** The slides of a `.pptx` file, each with all that is drawn on it. */
  readSlides(source: Omit<DocumentSource, 'format'>, signal: AbortSignal): Promise<SlidePicture[]>;
  /**
   * The document cut by its structure, a few chunks at a time: the process that reads it waits for
   * its caller.
   * @param options `maxChars` of a chunk, as in `lib/knowledge/chunk-document.ts`
   * @returns first what the document says of itself
   */
  readChunks(
    source: Omit<DocumentSource, 'format'>,
    options: { readonly maxChars: number; readonly signal: AbortSignal },
  ): AsyncGenerator<ReadPart>;
}
