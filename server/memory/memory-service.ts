import type pg from 'pg';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { rankTexts } from '#lib/knowledge/rank-texts.ts';
import type { Logger } from '#lib/ports/logger.ts';
import type { MeteredRequest } from '#lib/ports/model-meter.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { NewId } from '#lib/ports/runtime.ts';
import type { RunOfUser, UserMemory, UserRecord } from '#lib/ports/user-memory.ts';
import { DEFAULT_MEMORY_DAYS } from '#lib/workflow/memory-settings.ts';
import type { KnowledgeConfig } from '../config/config-schema.ts';
import { type MemoryRecordRow, MemoryRecordStore } from '../db/stores/memory/record-store.ts';
import { MemoryTaskStore } from '../db/stores/memory/task-store.ts';
import { MemoryUserStore } from '../db/stores/memory/user-store.ts';
import { embedTexts } from '../knowledge/embed-texts.ts';
import type { MakeMeter } from '../models/outside-meter.ts';
import { readTaskSettings } from './task-settings.ts';

/** A slow endpoint must not keep a run waiting: then the search is by words alone. */
const EMBED_MS = 5000;

export type MemoryOptions = {
  readonly pool: pg.Pool;
  /** Its first embedding model, if there is any, is that of the memory. */
  readonly settings: () => Pick<KnowledgeConfig, 'embeddings'>;
  readonly newId: NewId;
  /** For requests that no run makes. */
  readonly meters: MakeMeter;
  readonly log: Pick<Logger, 'warn'>;
};

type Payment = Pick<MeteredRequest, 'meter'> & { readonly signal?: AbortSignal };
type Embedded = { readonly embedding: string | null; readonly vector: readonly number[] };
const NO_VECTOR: Embedded = { embedding: null, vector: [] };

/** The long-term memory of users: what is kept about them, and what of it fits a question. */
export class MemoryService implements UserMemory {
  readonly users: MemoryUserStore;
  readonly records: MemoryRecordStore;
  readonly tasks: MemoryTaskStore;
  /** Runs of this process that are to be remembered at their end. */
  readonly openRuns = new Set<string>();
  readonly #options: MemoryOptions;

  constructor(options: MemoryOptions) {
    const { pool } = options;
    this.#options = options;
    this.users = new MemoryUserStore(pool);
    this.records = new MemoryRecordStore(pool);
    this.tasks = new MemoryTaskStore(pool);
  }

  async recall(
    { workspaceId, runId }: RunOfUser,
    { query, limit }: { readonly query?: string | undefined; readonly limit: number },
    request: MeteredRequest,
  ): Promise<readonly UserRecord[]> {
    const user = await this.tasks.userOf(workspaceId, runId);
    if (!user) return [];
    const found = await this.search({ workspaceId, userId: user.userId }, query, request);
    return found.slice(0, limit).map(toRecord);
  }

  async remember(
    { workspaceId, runId }: RunOfUser,
    { key, texts }: { readonly key: string; readonly texts: readonly string[] },
    request: MeteredRequest,
  ): Promise<readonly UserRecord[] | undefined> {
    const user = await this.tasks.userOf(workspaceId, runId);
    if (!user) return undefined;
    const { userId } = user;
    const { keepDays } = readTaskSettings(user.settings);
    const vectors = await this.embed(texts, 'document', request);
    const stored: MemoryRecordRow[] = [];
    for (const [index, text] of texts.entries()) {
      const record = { recordId: this.#options.newId('mem'), key: `node:${key}:${index}`, text, runId, keepDays };
      const put = await this.records.put({ workspaceId, userId }, { ...record, ...(vectors[index] ?? NO_VECTOR) });
      if (!put) return undefined;
      stored.push(put);
    }
    return stored.map(toRecord);
  }

  /** All records of a user that fit, the best first; without a query all of them, the latest first. */
  async search(
    user: { readonly workspaceId: WorkspaceId; readonly userId: string },
    query: string | undefined,
    request: Payment = this.#paidBy(user.workspaceId),
  ): Promise<MemoryRecordRow[]> {
    const records = await this.records.list(user);
    if (query === undefined || query.trim() === '' || records.length === 0) return records;
    const [{ embedding, vector } = NO_VECTOR] = records.some((record) => record.embedding !== null)
      ? await this.embed([query], 'query', request)
      : [];
    const ranked = rankTexts(
      { text: query, ...(embedding !== null && { vector }) },
      records.map((record) => ({ text: record.text, ...(record.embedding === embedding && { vector: record.vector }) })),
    );
    return ranked.flatMap((index) => records[index] ?? []);
  }

  /** What a person adds. @returns null when the user was forgotten */
  async add(
    { workspaceId, userId }: { workspaceId: WorkspaceId; userId: string },
    text: string,
  ): Promise<MemoryRecordRow | null> {
    const recordId = this.#options.newId('mem');
    const [embedded = NO_VECTOR] = await this.embed([text], 'document', this.#paidBy(workspaceId));
    return this.records.put(
      { workspaceId, userId },
      { recordId, key: `own:${recordId}`, text, runId: null, keepDays: DEFAULT_MEMORY_DAYS, ...embedded },
    );
  }

  /** A person's correction. @returns null when there is no such record */
  async change(workspaceId: WorkspaceId, recordId: string, text: string): Promise<MemoryRecordRow | null> {
    const [embedded = NO_VECTOR] = await this.embed([text], 'document', this.#paidBy(workspaceId));
    return this.records.change(workspaceId, recordId, { text, ...embedded });
  }

  /** Without an embedding model, or while it does not answer, texts have no vectors and are found by words. */
  async embed(texts: readonly string[], purpose: 'query' | 'document', { signal, meter }: Payment): Promise<Embedded[]> {
    const [first] = Object.entries(this.#options.settings().embeddings);
    if (!first || texts.length === 0) return texts.map(() => NO_VECTOR);
    const [name, config] = first;
    try {
      const limit = AbortSignal.any([AbortSignal.timeout(EMBED_MS), ...(signal ? [signal] : [])]);
      const vectors = await embedTexts(texts, { name, config, purpose, signal: limit, meter });
      return vectors.map((vector) => ({ embedding: `${name}:${config.model}`, vector }));
    } catch (error) {
      signal?.throwIfAborted();
      if (!NodeFailure.is(error) && !(error instanceof DOMException)) throw error;
      this.#options.log.warn('the memory of users is searched by words alone', { error });
      return texts.map(() => NO_VECTOR);
    }
  }

  /** A person on a page, whose requests the workspace pays. */
  #paidBy(workspaceId: WorkspaceId): Payment {
    return { meter: this.meterOf({ workspaceId, runId: undefined }) };
  }

  /** Charges requests outside runs. */
  get meterOf(): MakeMeter {
    return this.#options.meters;
  }
}

function toRecord({ recordId, changedAt, text }: MemoryRecordRow): UserRecord {
  return { recordId, at: changedAt.toISOString(), text };
}
