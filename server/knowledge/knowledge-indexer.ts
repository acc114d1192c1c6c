import { NodeFailure } from '#lib/errors/node-failure.ts';
import { BUDGET_CODES } from '#lib/ports/budget-error.ts';
import type { Logger } from '#lib/ports/logger.ts';
import { LeaseLost } from '../db/stores/knowledge/chunk-store.ts';
import type { ClaimedDocument } from '../db/stores/knowledge/document-store.ts';
import type { ClaimedSource, KnowledgeSourceStore } from '../db/stores/knowledge/source-store.ts';
import { BackgroundWorker } from '../process/background-worker.ts';
import { withLease } from '../process/with-lease.ts';
import { type IndexingPorts, indexDocument } from './index-document.ts';
import { type RefreshPorts, refreshSource } from './refresh-source.ts';

const LEASE_MS = 30_000;
const DAY_MS = 86_400_000;
/** Pauses before further attempts, for endpoints and pages that do not answer. */
const RETRY_MS = [5000, 30_000, 120_000, 600_000];
/** A document that was claimed this often and never ended has ended its process. */
const MAX_CLAIMS = 8;
/** Documents at once, whatever found them: while one waits for its vectors, another is read. */
const AT_ONCE = 2;

export type IndexerOptions = Omit<IndexingPorts, 'failedIndexes'> &
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
  readonly #worker: BackgroundWorker;
  readonly #indexing = new Set<Promise<void>>();
  readonly #failedIndexes = new Map<string, number>();
  /** At the start, too: an earlier process may have ended before it could. */
  #hasGrown = true;

  constructor(options: IndexerOptions) {
    this.#options = options;
    const { documents, sources, isAlone, log } = options;
    this.#worker = new BackgroundWorker({
      work: (closing) => this.#workOnAll(closing),
      nextDueMs: async () => {
        const due = await Promise.all([documents.nextDueMs(), sources.nextDueMs()]);
        const known = due.filter((ms) => ms !== undefined);
        return known.length === 0 ? undefined : Math.min(...known);
      },
      isAlone,
      onError: (error) => log.error('documents of knowledge bases could not be indexed', { error }),
    });
  }

  start(): void {
    const { documents, sources, isAlone } = this.#options;
    this.#worker.start(async () => {
      if (isAlone) await Promise.all([documents.releaseAll(), sources.releaseAll()]);
    });
  }

  /** There is work. */
  wake(): void {
    this.#worker.wake();
  }

  /** Gives up what it works on, which continues at the next start. */
  close(): Promise<void> {
    return this.#worker.close();
  }

  async #workOnAll(closing: AbortSignal): Promise<void> {
    await Promise.all([this.#indexAll(closing), this.#refreshAll(closing)]);
    if (!closing.aborted) await this.#settle(closing);
  }

  /** Searches work without it, more slowly: a role that does not own the tables may not do it. */
  async #settle(closing: AbortSignal): Promise<void> {
    if (!this.#hasGrown) return;
    this.#hasGrown = false;
    await this.#options.search.settle().catch((error: unknown) => {
      if (!closing.aborted) this.#options.log.warn('the tables of knowledge bases could not be analyzed', { error });
    });
  }

  async #indexAll(closing: AbortSignal): Promise<void> {
    while (this.#indexing.size < AT_ONCE) {
      const indexing = this.#indexInTurn(closing).finally(() => this.#indexing.delete(indexing));
      this.#indexing.add(indexing);
    }
    await Promise.all(this.#indexing);
  }

  async #indexInTurn(closing: AbortSignal): Promise<void> {
    const { documents, newToken } = this.#options;
    while (!closing.aborted) {
      const token = newToken();
      const document = await documents.claim(token, LEASE_MS);
      if (!document) return;
      const renew = () => documents.renew(document.documentId, token, LEASE_MS);
      await withLease({ renew, signal: closing }, (signal) => this.#index(document, { token, signal }));
    }
  }

  async #index(document: ClaimedDocument, { token, signal }: { token: string; signal: AbortSignal }): Promise<void> {
    const { documents, log } = this.#options;
    const { documentId, attempts } = document;
    try {
      if (attempts > MAX_CLAIMS)
        throw new NodeFailure('knowledge-failed', `Indexing the document did not end in ${MAX_CLAIMS} attempts`);
      await indexDocument(document, { ...this.#options, failedIndexes: this.#failedIndexes, token, signal });
      this.#hasGrown = true;
    } catch (error) {
      // The base may have got another embedding model, and the lease may still be this process's own.
      if (error instanceof LeaseLost) return await documents.release({ documentId, token });
      if (signal.aborted) return;
      const isExpected = NodeFailure.is(error);
      if (!isExpected) log.error('a document could not be indexed', { documentId, error });
      const problem = problemOf(error);
      // A run that wrote it may wait for its end.
      if (isExpected && isUsedUp(error) && document.runId === null)
        return await documents.fail({ documentId, token }, { ...problem, retryInMs: msToMidnight(), isCounted: false });
      const mayHelp = !isExpected || error.isRetryable;
      await documents.fail({ documentId, token }, { ...problem, retryInMs: mayHelp ? RETRY_MS[attempts - 1] : undefined });
    }
  }

  async #refreshAll(closing: AbortSignal): Promise<void> {
    const { sources, newToken } = this.#options;
    while (!closing.aborted) {
      const token = newToken();
      const source = await sources.claim(token, LEASE_MS);
      if (!source) return;
      const renew = () => sources.renew(source.sourceId, token, LEASE_MS);
      await withLease({ renew, signal: closing }, (signal) => this.#refresh(source, { token, signal }));
      this.wake();
      await this.#indexAll(closing);
    }
  }

  async #refresh(source: ClaimedSource, { token, signal }: { token: string; signal: AbortSignal }): Promise<void> {
    const { sources, log } = this.#options;
    const { sourceId, dueAt } = source;
    try {
      const onStored = (progress: { stored: number; listed: number }) => sources.setProgress({ sourceId, token }, progress);
      const refreshed = await refreshSource(source, { ...this.#options, signal, onStored });
      await sources.finish({ sourceId, dueAt, token }, refreshed);
    } catch (error) {
      if (signal.aborted) return;
      const isExpected = NodeFailure.is(error);
      if (!isExpected) log.error('a source of documents could not be read', { sourceId, error });
      const problem = problemOf(error);
      await sources.finish({ sourceId, dueAt, token }, { found: null, ...problem });
    }
  }
}

/** A budget of the day: tomorrow there is another one. After a higher one today, people index documents again. */
function isUsedUp({ code }: NodeFailure): boolean {
  return BUDGET_CODES.includes(code);
}

/** To the next day, in UTC, of which budgets are. */
function msToMidnight(): number {
  return DAY_MS - (Date.now() % DAY_MS);
}

type StoredProblem = { readonly problem: string; readonly privateHost: string | null };

/** Its hint on a line of its own. */
function problemOf(error: unknown): StoredProblem {
  if (!NodeFailure.is(error)) return { problem: 'Something went wrong in the server; its log says what', privateHost: null };
  return { problem: [error.message, error.hint].filter(Boolean).join('\n'), privateHost: error.privateHost ?? null };
}
