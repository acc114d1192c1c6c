import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { AppError } from '#lib/errors/app-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { GivenDocument, Knowledge, KnowledgeQuery, WriteKnowledge, WrittenDocument } from '#lib/ports/knowledge.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { NewId } from '#lib/ports/runtime.ts';
import type { KnowledgeConfig } from '../config/config-schema.ts';
import { transact } from '../db/database/transact.ts';
import { type BaseChange, type KnowledgeBaseRow, KnowledgeBaseStore, type NewBase } from '../db/stores/knowledge/base-store.ts';
import { KnowledgeChunkStore } from '../db/stores/knowledge/chunk-store.ts';
import { KnowledgeDocumentStore, type PutDocument } from '../db/stores/knowledge/document-store.ts';
import { KnowledgeQuestionStore } from '../db/stores/knowledge/question-store.ts';
import { KnowledgeSearchStore } from '../db/stores/knowledge/search-store.ts';
import { KnowledgeSourceStore } from '../db/stores/knowledge/source-store.ts';
import type { MakeMeter } from '../models/outside-meter.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { embedTexts } from './embed-texts.ts';
import { embeddingOf, hashOf, textOf } from './index-document.ts';
import { titleOfPath } from './refresh-source.ts';
import { searchKnowledge } from './search-knowledge.ts';

/** Questions whose vectors are kept. */
const KEPT_QUERIES = 500;
const POLL_MS = 100;
const DEFAULT_CHUNK_CHARS = 800;
const BASE_NAME = /^[a-z][a-z0-9_-]{0,62}$/;
const MAX_TITLE_CHARS = 300;
const MAX_KEY_CHARS = 1000;
/** Whether an extension was installed since is looked for this often. */
const LOOK_FOR_VECTORS_MS = 60_000;

export type KnowledgeOptions = {
  readonly pool: pg.Pool;
  readonly files: Pick<FileStore, 'get'>;
  readonly settings: () => KnowledgeConfig;
  readonly newId: NewId;
  /** For requests that no run makes. */
  readonly meters: MakeMeter;
  /** Called when documents or sources were added. */
  readonly onWork: () => void;
};

type VectorsChecked = { atMs: number; readonly found: Promise<boolean> };

/** The knowledge bases of workspaces: what is stored, and what is found in it. */
export class KnowledgeService implements Knowledge {
  readonly bases: KnowledgeBaseStore;
  readonly documents: KnowledgeDocumentStore;
  readonly chunks: KnowledgeChunkStore;
  readonly sources: KnowledgeSourceStore;
  readonly questions: KnowledgeQuestionStore;
  /** Retrieval in the database. */
  readonly store: KnowledgeSearchStore;
  readonly #options: KnowledgeOptions;
  readonly #vectors = new LRUCache<string, number[]>({ max: KEPT_QUERIES });
  readonly #indexes = new Map<string, Promise<boolean>>();
  #vectorsChecked: VectorsChecked | undefined;

  constructor(options: KnowledgeOptions) {
    const { pool } = options;
    this.#options = options;
    this.bases = new KnowledgeBaseStore(pool);
    this.documents = new KnowledgeDocumentStore(pool);
    this.chunks = new KnowledgeChunkStore(pool);
    this.sources = new KnowledgeSourceStore(pool);
    this.questions = new KnowledgeQuestionStore(pool);
    this.store = new KnowledgeSearchStore(pool);
  }

  get meters(): MakeMeter {
    return this.#options.meters;
  }

  get settings(): KnowledgeConfig {
    return this.#options.settings();
  }

  async search(workspaceId: WorkspaceId, { base: name, ...query }: KnowledgeQuery, request: MeteredRequest) {
    const base = await this.baseOf(workspaceId, name);
    if (!base.isEnabled) throw new NodeFailure('knowledge-off', `The knowledge base ${name} is switched off`, { path: 'base' });
    return searchKnowledge(base, query, {
      store: this.store,
      settings: this.#options.settings,
      embedQuery: (text, embedding) => this.#embedQuery(text, embedding, request),
      hasVectors: () => this.hasVectors(),
      hasIndex: (one) => this.#hasIndex(one),
      ...request,
    });
  }

  async write(workspaceId: WorkspaceId, { base: name, documents, onExisting, runId, makesBase = false }: WriteKnowledge) {
    if (makesBase) await this.#makeMissing(workspaceId, name);
    const base = await this.baseOf(workspaceId, name);
    const written: WrittenDocument[] = [];
    for (const given of documents) {
      const document = await this.#toDocument(workspaceId, given, runId ?? null);
      const { documentId, outcome } = await this.documents.put({ workspaceId, baseId: base.baseId }, document, onExisting);
      written.push({ documentId, key: document.key, outcome });
    }
    this.#options.onWork();
    return written;
  }

  async settled(workspaceId: WorkspaceId, documentIds: readonly string[], signal: AbortSignal) {
    for (;;) {
      const { pending, failed } = await this.documents.progressOf(workspaceId, documentIds);
      if (pending === 0) return failed;
      await wait(POLL_MS, undefined, { signal });
    }
  }

  /** @throws {NodeFailure} `knowledge-not-found` */
  async baseOf(workspaceId: WorkspaceId, name: string): Promise<KnowledgeBaseRow> {
    const base = await this.bases.find(workspaceId, name);
    if (base) return base;
    throw new NodeFailure('knowledge-not-found', `There is no knowledge base '${name}'`, { path: 'base' });
  }

  /** @throws {AppError} `body-invalid`, `name-taken` */
  async createBase(workspaceId: WorkspaceId, base: Omit<NewBase, 'baseId'>): Promise<void> {
    this.#checkEndpoints(base);
    await this.bases.create(workspaceId, { ...base, baseId: this.#options.newId('kb') });
  }

  /**
   * Another embedding model, or other chunks, make its documents be indexed again.
   * @returns false when there is no such base
   */
  async changeBase(workspaceId: WorkspaceId, name: string, change: BaseChange): Promise<boolean> {
    const before = await this.bases.find(workspaceId, name);
    if (!before) return false;
    this.#checkEndpoints(change);
    const { baseId } = before;
    const isOtherEmbedding = 'embedding' in change && change.embedding !== before.embedding;
    const isOtherSize = change.chunkChars !== undefined && change.chunkChars !== before.chunkChars;
    const isQueued = isOtherEmbedding || isOtherSize;
    // In one transaction, so that nothing of the earlier embedding model is stored after its vectors are forgotten.
    await transact(this.#options.pool, async (client) => {
      if (isQueued) await this.documents.queueAll(baseId, client);
      await this.bases.change(workspaceId, name, change, client);
      if (isOtherEmbedding) await this.store.forgetVectors(baseId, client);
    });
    this.#indexes.clear();
    if (!isQueued) return true;
    await this.documents.queueMissed(baseId);
    this.#options.onWork();
    return true;
  }

  /** @returns false when there is no such base */
  async removeBase(workspaceId: WorkspaceId, name: string): Promise<boolean> {
    const baseId = await this.bases.remove(workspaceId, name);
    if (baseId === undefined) return false;
    await this.store.dropIndexes(baseId);
    return true;
  }

  /** A person's correction. @returns false when there is no such chunk */
  async changeChunk(
    { baseId }: KnowledgeBaseRow,
    chunkId: string,
    { text, isEnabled }: { readonly text?: string | undefined; readonly isEnabled?: boolean | undefined },
  ): Promise<boolean> {
    const chunk = await this.chunks.get(baseId, chunkId);
    if (!chunk) return false;
    const isOther = text !== undefined && text !== chunk.text;
    await this.chunks.change(baseId, chunkId, {
      ...(isEnabled !== undefined && { isEnabled }),
      ...(isOther && {
        text: { ...textOf({ heading: chunk.heading, text }, chunk.title), hash: hashOf({ heading: chunk.heading, text }) },
      }),
    });
    if (isOther) {
      await this.documents.touch(baseId, chunk.documentId);
      this.#options.onWork();
    }
    return true;
  }

  async queue(baseId: string, documentId: string): Promise<boolean> {
    const isQueued = await this.documents.queue(baseId, documentId);
    this.#options.onWork();
    return isQueued;
  }

  wake(): void {
    this.#options.onWork();
  }

  /** Whether the database can search by meaning. */
  hasVectors(): Promise<boolean> {
    const now = performance.now();
    if (!this.#vectorsChecked || now - this.#vectorsChecked.atMs > LOOK_FOR_VECTORS_MS)
      this.#vectorsChecked = this.#lookForVectors(now);
    return this.#vectorsChecked.found;
  }

  /**
   * Makes what a restored database lacks, and one that got pgvector after its documents.
   * @param onError called for each index that could not be made
   */
  async makeIndexes(onError: (error: unknown) => void): Promise<void> {
    if (!(await this.hasVectors())) return;
    await this.documents.queueWithoutVectors();
    for (const { baseId, dimensions } of await this.bases.withVectors())
      await this.store.makeIndex(baseId, dimensions).catch(onError);
  }

  #lookForVectors(now: number): VectorsChecked {
    const checked: VectorsChecked = { atMs: now, found: this.store.hasVectors() };
    checked.found.then(
      // What is there stays.
      (isThere) => {
        if (isThere) checked.atMs = Number.POSITIVE_INFINITY;
      },
      () => {
        if (this.#vectorsChecked === checked) this.#vectorsChecked = undefined;
      },
    );
    return checked;
  }

  async #makeMissing(workspaceId: WorkspaceId, name: string): Promise<void> {
    if (await this.bases.find(workspaceId, name)) return;
    if (!BASE_NAME.test(name))
      throw new NodeFailure('knowledge-refused', `${JSON.stringify(name)} is no name of a knowledge base`, {
        path: 'base',
        hint: 'A name begins with a lowercase letter, and holds lowercase letters, digits, - and _',
      });
    const [embedding = null] = Object.keys(this.settings.embeddings);
    const base = { name, title: name, description: '', embedding, reranker: null, chunkChars: DEFAULT_CHUNK_CHARS };
    // Another run may make it at the same moment.
    await this.createBase(workspaceId, base).catch((error: unknown) => {
      if (!AppError.is(error) || error.code !== 'name-taken') throw error;
    });
  }

  #hasIndex({ baseId, dimensions }: KnowledgeBaseRow): Promise<boolean> {
    if (dimensions === null) return Promise.resolve(false);
    const key = `${baseId} ${dimensions}`;
    const known = this.#indexes.get(key);
    if (known) return known;
    const found = this.store.hasIndex(baseId, dimensions);
    this.#indexes.set(key, found);
    found.then(
      (isThere) => isThere || this.#indexes.delete(key),
      () => this.#indexes.delete(key),
    );
    return found;
  }

  /** Each caller waits for a request of its own: one that is stopped, or has no budget left, stops no other. */
  async #embedQuery(text: string, embedding: string, request: MeteredRequest): Promise<number[]> {
    const config = embeddingOf(this.settings, embedding);
    const key = JSON.stringify([embedding, config.base_url, config.model, config.dimensions, config.query_prefix, text]);
    const known = this.#vectors.get(key);
    if (known) return known;
    const [vector = []] = await embedTexts([text], { name: embedding, config, purpose: 'query', ...request });
    this.#vectors.set(key, vector);
    return vector;
  }

  async #toDocument(workspaceId: WorkspaceId, given: GivenDocument, runId: string | null): Promise<PutDocument> {
    const { url = null, metadata = {} } = given;
    const common = { documentId: this.#options.newId('doc'), sourceId: null, url, metadata, runId };
    if ('text' in given) {
      const key = given.key ?? createHash('sha256').update(given.text).digest('hex').slice(0, 32);
      return {
        ...common,
        ...named(key, given.title ?? firstLine(given.text) ?? key),
        fileId: null,
        content: given.text.replaceAll('\0', ''),
      };
    }
    const file = await this.#options.files.get(workspaceId, 'fileId' in given ? { fileId: given.fileId } : { path: given.path });
    return {
      ...common,
      ...named(given.key ?? file.path, given.title ?? titleOfPath(file.path)),
      fileId: file.fileId,
      content: null,
    };
  }

  #checkEndpoints({ embedding, reranker }: Pick<BaseChange, 'embedding' | 'reranker'>): void {
    const { embeddings, rerankers } = this.settings;
    for (const [path, name, known] of [
      ['embedding', embedding, embeddings],
      ['reranker', reranker, rerankers],
    ] as const) {
      if (name === undefined || name === null || Object.hasOwn(known, name)) continue;
      const message = `${path}: the config file has no '${name}' under knowledge.`;
      throw new AppError('body-invalid', message, { details: { problems: [{ path, message }] } });
    }
  }
}

function named(key: string, title: string): Pick<PutDocument, 'key' | 'title'> {
  return { key: key.slice(0, MAX_KEY_CHARS).toWellFormed(), title: title.slice(0, MAX_TITLE_CHARS).toWellFormed() };
}

/** The first heading or line of a text. */
function firstLine(text: string): string | undefined {
  const line = text
    .slice(0, MAX_TITLE_CHARS * 4)
    .trimStart()
    .split('\n', 1)[0]
    ?.replace(/^#{1,6}\s/, '')
    .trim();
  return line === '' ? undefined : line?.slice(0, MAX_TITLE_CHARS);
}
