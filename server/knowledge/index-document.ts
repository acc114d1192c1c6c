import { createHash } from 'node:crypto';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Chunk } from '#lib/knowledge/chunk.ts';
import { toWordVector, WORDS_VERSION } from '#lib/knowledge/words.ts';
import type { DocumentReader } from '#lib/ports/document-reader.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import { formatCount } from '#lib/text/format-count.ts';
import type { EmbeddingConfig, KnowledgeConfig } from '../config/config-schema.ts';
import type { KnowledgeBaseRow, KnowledgeBaseStore } from '../db/stores/knowledge/base-store.ts';
import {
  type ChunkText,
  type KnowledgeChunkStore,
  LeaseLost,
  type MovedChunk,
  type NewChunk,
  type Writing,
} from '../db/stores/knowledge/chunk-store.ts';
import type { ClaimedDocument, KnowledgeDocumentStore } from '../db/stores/knowledge/document-store.ts';
import type { KnowledgeSearchStore } from '../db/stores/knowledge/search-store.ts';
import type { MakeMeter } from '../models/outside-meter.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { embedTexts } from './embed-texts.ts';
import { loadContent } from './load-content.ts';
import { readContent } from './read-content.ts';

/** Of one document. */
const MAX_CHUNKS = 50_000;
const MAX_TITLE_CHARS = 300;
/** Vectors that one statement stores: an index takes a while for each, and other queries wait meanwhile. */
const VECTORS_AT_ONCE = 32;
/** After an index could not be made: another document of the base would fail in the same way. */
const RETRY_INDEX_MS = 600_000;

export type IndexingPorts = {
  readonly bases: KnowledgeBaseStore;
  readonly documents: KnowledgeDocumentStore;
  readonly chunks: KnowledgeChunkStore;
  readonly search: KnowledgeSearchStore;
  /** Selector of the source of a document. */
  readonly selectorOf: (sourceId: string) => Promise<string | null>;
  readonly settings: () => KnowledgeConfig;
  readonly hasVectors: () => Promise<boolean>;
  readonly files: Pick<FileStore, 'get' | 'readWhole'>;
  readonly reader: DocumentReader;
  readonly fetch: GuardedFetch;
  readonly newId: NewId;
  /** The writer of a document pays for its vectors. */
  readonly meters: MakeMeter;
  readonly log: Pick<Logger, 'warn'>;
  /** Bases whose vector index could not be made, and when, in milliseconds. */
  readonly failedIndexes: Map<string, number>;
};

/**
 * Brings the chunks and vectors of a document up to its content. What has not changed keeps its
 * chunks, with corrections and vectors; work that an earlier process did is not done again.
 * @throws {LeaseLost} when the document was changed or deleted meanwhile; {NodeFailure}
 */
export async function indexDocument(
  document: ClaimedDocument,
  { token, signal, ...ports }: IndexingPorts & { readonly token: string; readonly signal: AbortSignal },
): Promise<void> {
  const { baseId, documentId, workspaceId, sourceId } = document;
  const base = await ports.bases.get(baseId);
  if (!base) return;
  const content = await loadContent(document, { ...ports, signal });
  const selector = sourceId === null ? null : await ports.selectorOf(sourceId);
  const hash = createHash('sha256').update(content.bytes);
  // Chunks depend on these too. The title of a page is its own, which is known once it is read.
  const title = document.url !== null && document.content === null ? '' : document.title;
  const sha256 = hash.update(`\n${base.chunkChars} ${selector ?? ''} ${title} ${WORDS_VERSION}`).digest('hex');
  const writing: Writing = { workspaceId, baseId, documentId, token };
  if (sha256 !== document.sha256) {
    const maxChars = base.chunkChars;
    const parts = readContent(content, { maxChars, selector: selector ?? undefined, documents: ports.reader, signal });
    await writeChunks(parts, { ...ports, writing, title: document.title, takesTitle: title === '', signal });
  }
  await ports.documents.markRead(writing);
  const meter = ports.meters({ workspaceId, runId: document.runId ?? undefined });
  await embedChunks(base, { ...ports, writing, meter, signal });
  await ports.documents.finish({ documentId, token }, { sha256, mediaType: content.mediaType });
}

type WriteChunks = Pick<IndexingPorts, 'chunks' | 'documents' | 'newId'> & {
  readonly writing: Writing;
  readonly title: string;
  /** The document gets the title that its content has. */
  readonly takesTitle: boolean;
  readonly signal: AbortSignal;
};

async function writeChunks(
  parts: ReturnType<typeof readContent>,
  { chunks: store, documents, newId, writing, title: given, takesTitle, signal }: WriteChunks,
): Promise<void> {
  let title = given;
  const known = await store.sourceHashes(writing.documentId);
  let position = 0;
  for await (const part of parts) {
    signal.throwIfAborted();
    if ('document' in part) {
      await documents.setWarnings(writing, part.document.warnings);
      const own = part.document.title?.trim().slice(0, MAX_TITLE_CHARS).toWellFormed();
      if (!takesTitle || !own) continue;
      title = own;
      await documents.change(writing.baseId, writing.documentId, { title });
      continue;
    }
    const added: NewChunk[] = [];
    const moved: MovedChunk[] = [];
    for (const chunk of part.chunks) {
      if (position >= MAX_CHUNKS)
        throw new NodeFailure('document-too-large', `The document has more than ${formatCount(MAX_CHUNKS)} chunks`);
      const place = { ...placeOf(chunk), position: position++ };
      const hash = hashOf(chunk);
      const kept = known.get(hash)?.shift();
      const { text, ...words } = textOf(chunk, title);
      if (kept !== undefined) moved.push({ chunkId: kept, ...place, ...words });
      else added.push({ chunkId: newId('chk'), ...place, text, ...words, kind: chunk.kind, hash });
    }
    await store.add(writing, added, moved);
  }
  await store.removeLeftOvers(writing, [...known.values()].flat(), position);
}

function placeOf({ section, heading, page, start }: Chunk) {
  return { section, heading, page, start };
}

/** A text under another heading is another chunk: the heading is searched with it. */
export function hashOf({ heading, text }: Pick<Chunk, 'heading' | 'text'>): string {
  return createHash('sha256').update(`${heading}\n${text}`).digest('base64url');
}

/** As a chunk is searched by words, under the title of its document. */
export function textOf({ heading, text }: Pick<Chunk, 'heading' | 'text'>, title: string) {
  const { vector, count } = toWordVector({ headings: `${title} ${heading}`, text });
  // PostgreSQL stores no NUL.
  return { text: text.replaceAll('\0', ''), words: vector, wordCount: count };
}

type EmbedChunks = Pick<
  IndexingPorts,
  'bases' | 'chunks' | 'search' | 'settings' | 'hasVectors' | 'documents' | 'log' | 'failedIndexes'
> &
  MeteredRequest & { readonly writing: Writing };

/** Only what has no vector yet: a process that dies loses at most one request. */
async function embedChunks(base: KnowledgeBaseRow, ports: EmbedChunks): Promise<void> {
  const { embedding, baseId } = base;
  if (embedding === null || !(await ports.hasVectors())) return;
  const config = embeddingOf(ports.settings(), embedding);
  const { documentId } = ports.writing;
  let isIndexed = false;
  for (;;) {
    ports.signal.throwIfAborted();
    const texts = await ports.chunks.withoutVector(documentId, embedding, config.batch_size);
    if (texts.length === 0) return;
    const vectors = await vectorsOf(texts, config, { ...ports, embedding });
    const dimensions = vectors[0]?.vector.length ?? 0;
    const expected = base.dimensions ?? (await ports.bases.setDimensions(baseId, embedding, dimensions));
    if (expected === undefined) throw new LeaseLost();
    if (vectors.some(({ vector }) => vector.length !== expected))
      throw new NodeFailure(
        'knowledge-failed',
        `The embedding model '${embedding}' answered vectors of ${dimensions} numbers, and those of the base have ${expected}`,
        { hint: 'Choose the embedding model of the base anew: its documents are then indexed again' },
      );
    // Of a base that has its dimensions it may be missing: a process died before it was made.
    if (!isIndexed) await makeMissingIndex({ baseId, dimensions: expected }, ports);
    isIndexed = true;
    for (let start = 0; start < vectors.length; start += VECTORS_AT_ONCE)
      await ports.chunks.setVectors(ports.writing, embedding, vectors.slice(start, start + VECTORS_AT_ONCE));
  }
}

/** Without it all vectors are compared. A role that does not own the table may not make it. */
async function makeMissingIndex(
  { baseId, dimensions }: { readonly baseId: string; readonly dimensions: number },
  { search, failedIndexes, signal, log }: Pick<EmbedChunks, 'search' | 'failedIndexes' | 'signal' | 'log'>,
): Promise<void> {
  const key = `${baseId} ${dimensions}`;
  const failedAt = failedIndexes.get(key) ?? Number.NEGATIVE_INFINITY;
  if (performance.now() - failedAt < RETRY_INDEX_MS || (await search.hasIndex(baseId, dimensions))) return;
  try {
    await search.makeIndex(baseId, dimensions);
  } catch (error) {
    if (signal.aborted) return;
    failedIndexes.set(key, performance.now());
    log.warn('the vector index of a knowledge base could not be made', { baseId, error });
  }
}

/** Texts that the workspace has a vector of are not sent again. */
async function vectorsOf(
  texts: readonly ChunkText[],
  config: EmbeddingConfig,
  {
    chunks,
    writing,
    embedding,
    signal,
    meter,
  }: Pick<EmbedChunks, 'chunks' | 'writing' | 'signal' | 'meter'> & { readonly embedding: string },
) {
  const known = await chunks.knownVectors(
    writing.workspaceId,
    embedding,
    texts.map(({ hash }) => hash),
  );
  const missing = texts.filter(({ hash }) => !known.has(hash));
  if (missing.length > 0) {
    const inputs = missing.map(({ title, heading, text }) => [title, heading, text].filter(Boolean).join('\n'));
    const made = await embedTexts(inputs, { name: embedding, config, purpose: 'document', signal, meter });
    for (const [index, { hash }] of missing.entries()) known.set(hash, made[index] ?? []);
  }
  return texts.map(({ chunkId, hash }) => ({ chunkId, hash, vector: known.get(hash) ?? [] }));
}

/** @throws {NodeFailure} `knowledge-failed` for one that the config file does not have */
export function embeddingOf({ embeddings }: KnowledgeConfig, name: string): EmbeddingConfig {
  const config = Object.hasOwn(embeddings, name) ? embeddings[name] : undefined;
  if (config) return config;
  throw new NodeFailure('knowledge-failed', `The config file has no embedding model '${name}'`, {
    hint: 'List it under knowledge.embeddings, or choose another one for the base',
  });
}
