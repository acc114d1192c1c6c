import type { CallerKind } from '../run/caller-kind.ts';
import type { Deck, Slide } from '../slides/deck.ts';

/** An image of a document; `file` is the path or id by which the document refers to it. */
export type DocumentImage = { readonly file: string; readonly bytes: Uint8Array };

export type WorkbookSheet = {
  readonly name: string;
  /** The first row has the column headings. */
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
};

export type WritableDocument =
  | {
      readonly kind: 'pdf' | 'docx';
      readonly title: string;
      /** As `zh-CN`. */
      readonly language: string;
      readonly markdown: string;
      readonly images: readonly DocumentImage[];
    }
  | { readonly kind: 'xlsx'; readonly sheets: readonly WorkbookSheet[] }
  | { readonly kind: 'pptx'; readonly deck: Deck; readonly images: readonly DocumentImage[] }
  /** A presentation with one of its slides made again; the others stay byte for byte. */
  | {
      readonly kind: 'slide';
      readonly bytes: Uint8Array;
      /** From 0. */
      readonly pageIndex: number;
      readonly slide: Slide;
      readonly images: readonly DocumentImage[];
    };

/**
 * Writes documents, in a process of their own with bounded memory and time.
 * @throws {NodeFailure} `document-not-written`, with the field at fault as `path`
 */
export interface DocumentWriter {
  /** One that waits in the turn of a caller. By default documents are written in the turn of the workspace. */
  for(caller: { readonly kind: CallerKind; readonly id?: string | undefined }): DocumentWriter;
  write(document: WritableDocument, signal: AbortSignal): Promise<Uint8Array>;
}
