import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KnowledgeSourceRow } from '../db/stores/knowledge/source-store.ts';
import { type IndexerOptions, KnowledgeIndexer } from './knowledge-indexer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An indexer with one source, a folder whose listing takes until `list` resolves. */
function indexerOf() {
  const list = Promise.withResolvers<{ rows: []; total: number }>();
  const state = { isDue: true, isOurs: true, renewals: 0, finished: [] as (number | null)[] };
  const source = { sourceId: 'src_1', workspaceId: 'ws_1', baseId: 'kb_1', kind: 'folder', address: 'docs' };
  const indexer = new KnowledgeIndexer({
    documents: { claim: async () => null, nextDueMs: async () => undefined, ofSourceWithout: async () => [] },
    sources: {
      async claim() {
        if (!state.isDue) return null;
        state.isDue = false;
        return source as KnowledgeSourceRow;
      },
      async renew() {
        state.renewals++;
        return state.isOurs;
      },
      finish: async (_: unknown, { found }: { found: number | null }) => void state.finished.push(found),
      nextDueMs: async () => undefined,
    },
    files: { list: () => list.promise },
    search: { settle: async () => {} },
    newToken: () => 'token',
    isAlone: false,
    log: { warn: () => {}, error: (text: string, fields: unknown) => expect.unreachable(`${text} ${JSON.stringify(fields)}`) },
  } as unknown as IndexerOptions);
  return { indexer, list, state };
}

test('a source that takes minutes stays with its process, which renews the lease', async () => {
  const { indexer, list, state } = indexerOf();
  indexer.start();
  await vi.advanceTimersByTimeAsync(180_000);
  expect(state.renewals).toBe(18);
  list.resolve({ rows: [], total: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(state.finished).toEqual([0]);
  await indexer.close();
});

test('a source that another process has taken over is given up', async () => {
  const { indexer, list, state } = indexerOf();
  indexer.start();
  await vi.advanceTimersByTimeAsync(0);
  state.isOurs = false;
  await vi.advanceTimersByTimeAsync(10_000);
  list.reject(new Error('aborted'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state).toMatchObject({ renewals: 1, finished: [] });
  await indexer.close();
});
