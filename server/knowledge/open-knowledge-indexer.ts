import type { Logger } from '#lib/ports/logger.ts';
import type { GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import type { KnowledgeIndexer } from './knowledge-indexer.ts';
import type { KnowledgeService } from './knowledge-service.ts';

type Options = {
  readonly knowledge: KnowledgeService;
  readonly files: FileStore;
  readonly fetch: GuardedFetch;
  readonly newId: NewId;
  readonly isAlone: boolean;
  readonly log: Pick<Logger, 'warn' | 'error'>;
};

export type Indexing = {
  start(): void;
  /** There is work. */
  wake(): void;
  close(): Promise<void>;
};

/** Indexing in the background, whose modules are loaded when it starts. */
export function openKnowledgeIndexer({ knowledge, files, fetch, newId, isAlone, log }: Options): Indexing {
  let opening: Promise<KnowledgeIndexer> | undefined;
  let isClosed = false;
  async function open(): Promise<KnowledgeIndexer> {
    const [{ KnowledgeIndexer }, { makeDocumentReader }] = await Promise.all([
      import('./knowledge-indexer.ts'),
      import('../documents/make-document-reader.ts'),
    ]);
    const { bases, documents, chunks, sources, store: search } = knowledge;
    await knowledge.makeIndexes((error) => log.error('the vector index of a knowledge base could not be made', { error }));
    const indexer = new KnowledgeIndexer({
      bases,
      documents,
      chunks,
      sources,
      search,
      selectorOf: (sourceId) => sources.selectorOf(sourceId),
      settings: () => knowledge.settings,
      hasVectors: () => knowledge.hasVectors(),
      meters: knowledge.meters,
      files,
      // Nodes that read documents have a reader of their own, which these do not keep waiting.
      reader: makeDocumentReader({ atOnce: 1 }),
      fetch,
      newId,
      newToken: () => newId('doc'),
      isAlone,
      log,
    });
    if (!isClosed) indexer.start();
    return indexer;
  }
  return {
    start() {
      opening ??= open();
      opening.catch((error: unknown) => log.error('documents of knowledge bases are not indexed', { error }));
    },
    wake() {
      void opening?.then(
        (indexer) => indexer.wake(),
        () => {},
      );
    },
    async close() {
      isClosed = true;
      const indexer = await opening?.catch(() => undefined);
      await indexer?.close();
    },
  };
}
