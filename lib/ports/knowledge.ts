import type { JsonValue } from '../json/json-value.ts';
import type { RetrievalDetails } from '../run/retrieval.ts';
import type { MeteredRequest } from './model-meter.ts';
import type { WorkspaceId } from './run-store.ts';

export const retrievalModes = ['lexical', 'vector', 'hybrid'] as const;
/** By words, by meaning, or both; `vector` and `hybrid` need a base with an embedding model. */
export type RetrievalMode = (typeof retrievalModes)[number];

/** Documents whose metadata has these values; a list: one of them. */
export type MetadataFilter = Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>;

export type KnowledgeQuery = {
  /** Name of the base. */
  readonly base: string;
  readonly query: string;
  /** Passages at most. */
  readonly limit: number;
  /** @defaultValue `hybrid` for a base with an embedding model, else `lexical` */
  readonly mode?: RetrievalMode | undefined;
  readonly filter?: MetadataFilter | undefined;
  /** Passages with the rest of their section around them. @defaultValue true */
  readonly hasContext?: boolean | undefined;
  /**
   * All passages, in the order of the documents, of a base that has so many characters at most.
   * @defaultValue 0: those that were found
   */
  readonly wholeUpToChars?: number | undefined;
};

export type Passage = {
  readonly chunkId: string;
  readonly documentId: string;
  /** Of the document within its base. */
  readonly key: string;
  readonly title: string;
  /** The headings above it; empty without any. */
  readonly place: string;
  readonly page: number | null;
  /** Of the page that it was read from; else of the document on the page of the base, relative to the server. */
  readonly url: string;
  readonly text: string;
  /** Between 0 and 1, comparable within one retrieval. */
  readonly score: number;
};

export type FoundPassages = {
  readonly baseTitle: string;
  readonly passages: readonly Passage[];
  readonly retrieval: RetrievalDetails;
};

/** A document to be stored: with its text, or as a file of the workspace. */
export type GivenDocument = {
  /**
   * Identifies it in the base; a document with the same key is replaced.
   * @defaultValue path of the file, else a hash of the text
   */
  readonly key?: string | undefined;
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly metadata?: Readonly<Record<string, JsonValue>> | undefined;
} & ({ readonly text: string } | { readonly fileId: string } | { readonly path: string });

export type WriteKnowledge = {
  readonly base: string;
  readonly documents: readonly GivenDocument[];
  readonly onExisting: 'replace' | 'skip';
  readonly runId?: string | undefined;
  /** A base that is missing is made, with the first embedding model of the config file. @defaultValue false */
  readonly makesBase?: boolean | undefined;
};
export type WrittenDocument = {
  readonly documentId: string;
  readonly key: string;
  /** `unchanged`: the same text, title and metadata were stored. */
  readonly outcome: 'created' | 'replaced' | 'unchanged' | 'skipped';
};

/**
 * The knowledge bases of workspaces.
 * @throws {NodeFailure} `knowledge-not-found`, `knowledge-off`, `knowledge-failed`, `knowledge-refused`
 */
export interface Knowledge {
  search(workspaceId: WorkspaceId, query: KnowledgeQuery, request: MeteredRequest): Promise<FoundPassages>;
  /** Documents are indexed in the background afterwards. */
  write(workspaceId: WorkspaceId, request: WriteKnowledge): Promise<WrittenDocument[]>;
  /** Waits until these documents are indexed or failed. @returns those that failed, with the reason */
  settled(
    workspaceId: WorkspaceId,
    documentIds: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly documentId: string; readonly problem: string }[]>;
}
