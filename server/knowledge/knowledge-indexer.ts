import { setTimeout as wait } from 'node:timers/promises';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Logger } from '#lib/ports/logger.ts';
import { LeaseLost } from '../db/stores/knowledge/chunk-store.ts';
import type { ClaimedDocument } from '../db/stores/knowledge/document-store.ts';
import type { KnowledgeSourceStore } from '../db/stores/knowledge/source-store.ts';
import { type IndexingPorts, indexDocument } from './index-document.ts';
import { type RefreshPorts, refreshSource } from './refresh-source.ts';

const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
/** How often a process that shares its database looks for work of the others. */
const LOOK_EVERY_MS = 3000;
const LOOK_ALONE_MS = 300_000;
/** Pauses before further attempts, for endpoints and pages that do not answer. */
const RETRY_MS = [5000, 30_000, 120_000, 600_000];
/** A document that was claimed this often and never ended has ended its process. */
const MAX_CLAIMS = 8;
/** Documents at once: while one waits for its vectors, another is read. */
const AT_ONCE = 2;

export type IndexerOptions = IndexingPorts &
  RefreshPorts & {
    readonly sources: KnowledgeSourceStore;
    readonly newToken: () => string;
    /** No other process uses the database. */
    readonly isAlone: boolean;
    readonly log: Pick<Logger, 'warn' | 'error'>;
  };

/**
 * Indexes documents and reads sources again, in the background. Any number of processes may: each
 * document and source has a lease, and work of a killed process continues in another one or at the
 * next start.
 */
export class KnowledgeIndexer {
  readonly #options: IndexerOptions;
  readonly #closing = new AbortController();
  #woken = Promise.withResolvers<void>();
  #work: Promise<unknown> = Promise.resolve();
  /** At the start, too: an earlier process may have ended before it could. */
  #hasGrown = true;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#work = this.#run();
  }

  /** There is work. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Gives up what it works on, which continues at the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#woken.resolve();
    await this.#work;
  }

  async #run(): Promise<void> {
    const { documents, sources, isAlone, log } = this.#options;
    const { signal } = this.#closing;
    const failed = (error: unknown) => {
      if (!signal.aborted) log.error('documents of knowledge bases could not be indexed', { error });
    };
    if (isAlone) await Promise.all([documents.releaseAll(), sources.releaseAll()]).catch(failed);
    while (!signal.aborted) {
      this.#woken = Promise.withResolvers();
      await Promise.all([...Array.from({ length: AT_ONCE }, () => this.#indexAll()), this.#refreshAll()]).catch(failed);
      if (signal.aborted) return;
      await this.#settle();
      const pause = await this.#pauseMs().catch(() => LOOK_EVERY_MS);
      await Promise.race([this.#woken.promise, wait(pause, undefined, { signal, ref: false }).catch(() => {})]);
    }
  }

  /** Searches work without it, more slowly: a role that does not own the tables may not do it. */
  async #settle(): Promise<void> {
    if (!this.#hasGrown) return;
    this.#hasGrown = false;
    await this.#options.search.settle().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.#options.log.warn('the tables of knowledge bases could not be analyzed', { error });
    });
  }

  async #pauseMs(): Promise<number> {
    const { documents, sources, isAlone } = this.#options;
    const due = await Promise.all([documents.nextDueMs(), sources.nextDueMs()]);
    const next = Math.min(...due.map((ms) => ms ?? Number.POSITIVE_INFINITY), isAlone ? LOOK_ALONE_MS : LOOK_EVERY_MS);
    return Math.max(next, 50);
  }

  async #indexAll(): Promise<void> {
    const { documents, newToken } = this.#options;
    while (!this.#closing.signal.aborted) {
      const token = newToken();
      const document = await documents.claim(token, LEASE_MS);
      if (!document) return;
      await this.#withLease(
        () => documents.renew(document.documentId, token, LEASE_MS),
        (signal) => this.#index(document, { token, signal }),
      );
    }
  }

  async #index(document: ClaimedDocument, { token, signal }: { token: string; signal: AbortSignal }): Promise<void> {
    const { documents, log } = this.#options;
    const { documentId, attempts } = document;
    try {
      if (attempts > MAX_CLAIMS)
        throw new NodeFailure('knowledge-failed', `Indexing the document did not end in ${MAX_CLAIMS} attempts`);
      await indexDocument(document, { ...this.#options, token, signal });
      this.#hasGrown = true;
    } catch (error) {
      if (error instanceof LeaseLost || signal.aborted) return;
      const isExpected = NodeFailure.is(error);
      if (!isExpected) log.error('a document could not be indexed', { documentId, error });
      const problem = problemOf(error);
      const mayHelp = !isExpected || error.isRetryable;
      await documents.fail({ documentId, token }, { problem, retryInMs: mayHelp ? RETRY_MS[attempts - 1] : undefined });
    }
  }

  async #refreshAll(): Promise<void> {
    const { sources, newToken, log } = this.#options;
    while (!this.#closing.signal.aborted) {
      const token = newToken();
      const source = await sources.claim(token, LEASE_MS * 4);
      if (!source) return;
      const { sourceId } = source;
      const signal = this.#closing.signal;
      try {
        const found = await refreshSource(source, { ...this.#options, signal });
        await sources.finish({ sourceId, token }, { found, problem: null });
        this.wake();
        await this.#indexAll();
      } catch (error) {
        if (signal.aborted) return;
        const isExpected = NodeFailure.is(error);
        if (!isExpected) log.error('a source of documents could not be read', { sourceId, error });
        const problem = problemOf(error);
        await sources.finish({ sourceId, token }, { found: null, problem });
      }
    }
  }

  /** `work` is aborted when the lease is lost. */
  async #withLease(renew: () => Promise<boolean>, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const lost = new AbortController();
    const timer = setInterval(() => {
      renew().then(
        (isOurs) => isOurs || lost.abort(),
        () => {},
      );
    }, RENEW_MS);
    try {
      await work(AbortSignal.any([lost.signal, this.#closing.signal]));
    } finally {
      clearInterval(timer);
    }
  }
}

/** Its hint on a line of its own. */
function problemOf(error: unknown): string {
  if (!NodeFailure.is(error)) return 'Something went wrong in the server; its log says what';
  return [error.message, error.hint].filter(Boolean).join('\n');
}
