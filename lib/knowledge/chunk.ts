import { z } from 'zod';

export const chunkKinds = ['text', 'table', 'code'] as const;
export type ChunkKind = (typeof chunkKinds)[number];

/** A part of a document that is found as one. */
export type Chunk = {
  readonly kind: ChunkKind;
  readonly text: string;
  /** The headings above it, outermost first, with ` › ` between them; empty without any. */
  readonly heading: string;
  /** Counts headings and pages from 0: chunks of one section belong together. */
  readonly section: number;
  /** Page, slide, sheet or chapter, from 1; null where the document has none. */
  readonly page: number | null;
  /** Where it begins in the text of its page, or of the document without pages, in characters. */
  readonly start: number;
};

/** A page of a document, or all of one without pages. */
export type ChunkPage = { readonly number: number | null; readonly title: string; readonly text: string };

export const chunkSchema = z.object({
  kind: z.enum(chunkKinds),
  text: z.string(),
  heading: z.string(),
  section: z.int().nonnegative(),
  page: z.int().positive().nullable(),
  start: z.int().nonnegative(),
});
