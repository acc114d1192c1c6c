import { expect, test, vi } from 'vitest';
import { LeaseLost, type NewChunk, type Writing } from '#server/db/stores/knowledge/chunk-store.ts';
import { hashOf, textOf } from '#server/knowledge/index-document.ts';
import { KnowledgeService } from '#server/knowledge/knowledge-service.ts';
import { newId } from '#server/process/new-id.ts';
import { withDatabase } from '../support/databases.ts';
import { freeMeter } from '../support/free-meter.ts';
import { localWorkspace as workspaceId } from '../support/run-batch.ts';

/** No test claims what an earlier one has left. */
const LEASE_MS = 3_600_000;

function chunkOf(position: number): NewChunk {
  const text = `Common words and the ${position}th one of this document.`;
  const place = { position, section: position, kind: 'text' as const, heading: '', page: null, start: 0 };
  return { ...place, chunkId: newId('chk'), hash: hashOf({ heading: '', text }), ...textOf({ heading: '', text }, 'Title') };
}

// What people change while a process indexes.
withDatabase('stores of knowledge', (database) => {
  async function openBase() {
    const service = new KnowledgeService({
      pool: database().pool,
      files: { get: () => Promise.reject(new Error('No file is read')) },
      settings: () => ({
        embeddings: { one: {} as never, two: {} as never },
        rerankers: {},
      }),
      newId,
      meters: () => freeMeter,
      onWork() {},
    });
    const name = newId('kb').toLowerCase().replaceAll('_', '-');
    await service.createBase(workspaceId, {
      name,
      title: 'Base',
      description: '',
      chunkChars: 800,
      embedding: 'one',
      reranker: null,
    });
    const base = await service.bases.find(workspaceId, name);
    if (!base) throw new Error('The base was not made');
    return { service, name, baseId: base.baseId };
  }

  /** A document that a process has begun to index. */
  async function claimDocument({ service: { documents }, baseId }: Awaited<ReturnType<typeof openBase>>): Promise<Writing> {
    const token = newId('doc');
    const document = { documentId: newId('doc'), key: newId('doc'), title: 'Title', content: 'Text', metadata: {} };
    await documents.put({ workspaceId, baseId }, { ...document, url: null, fileId: null, sourceId: null, runId: null });
    const claimed = await documents.claim(token, LEASE_MS);
    if (!claimed) throw new Error('There is no document to index');
    return { workspaceId, baseId, documentId: claimed.documentId, token };
  }

  test('documents and bases that are deleted while they are indexed go, and indexing them ends', async () => {
    for (let round = 0; round < 15; round++) {
      const base = await openBase();
      const writings = [await claimDocument(base), await claimDocument(base), await claimDocument(base)];
      const { service, baseId, name } = base;
      const adding = writings.map((writing) =>
        service.chunks.add(
          writing,
          Array.from({ length: 40 }, (_, at) => chunkOf(at)),
          [],
        ),
      );
      const removing = [
        service.documents.remove(baseId, writings[0]?.documentId ?? ''),
        ...(round % 2 === 0 ? [service.removeBase(workspaceId, name)] : []),
      ];
      for (const outcome of await Promise.allSettled(adding))
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LeaseLost);
      await Promise.all(removing);
      await service.removeBase(workspaceId, name);
      expect(await service.bases.find(workspaceId, name)).toBeNull();
    }
  });

  test('a chunk is corrected while its document is indexed again', async () => {
    const base = await openBase();
    const { chunks } = base.service;
    for (let round = 0; round < 15; round++) {
      const writing = await claimDocument(base);
      const made = Array.from({ length: 10 }, (_, at) => chunkOf(at));
      await chunks.add(writing, made, []);
      const ids = made.map(({ chunkId }) => chunkId);
      const text = { ...textOf({ heading: '', text: 'Corrected' }, 'Title'), hash: 'corrected' };
      const correcting = ids.map((id) => chunks.change(base.baseId, id, { text }));
      await chunks.removeLeftOvers(writing, ids.slice(0, 5), 5);
      const corrected = await Promise.all(correcting);
      expect(corrected.slice(5)).toEqual([true, true, true, true, true]);
    }
  });

  test('once a base has another embedding model, vectors of the earlier one are not stored', async () => {
    const base = await openBase();
    const { service, name, baseId } = base;
    const writing = await claimDocument(base);
    const chunk = chunkOf(0);
    const vectors = [{ chunkId: chunk.chunkId, hash: chunk.hash, vector: [1, 0] }];
    await service.chunks.add(writing, [chunk], []);
    expect(await service.bases.setDimensions(baseId, 'one', 2)).toBe(2);
    await service.chunks.setVectors(writing, 'one', vectors);
    expect(await service.chunks.withoutVector(writing.documentId, 'one', 10)).toEqual([]);
    await service.changeBase(workspaceId, name, { embedding: 'two' });
    await expect(service.chunks.setVectors(writing, 'one', vectors)).rejects.toBeInstanceOf(LeaseLost);
    expect(await service.bases.setDimensions(baseId, 'one', 2)).toBeUndefined();
    expect(await service.bases.find(workspaceId, name)).toMatchObject({ embedding: 'two', dimensions: null });
    expect(await service.chunks.withoutVector(writing.documentId, 'one', 10)).toHaveLength(1);
    const next = await service.documents.claim(newId('doc'), LEASE_MS);
    expect(next).toMatchObject({ documentId: writing.documentId });
    // One that was claimed in time, by a process that has read the base before its change.
    const late = await claimDocument(base);
    await expect(service.chunks.setVectors(late, 'one', [])).rejects.toBeInstanceOf(LeaseLost);
    await service.chunks.setVectors(late, 'two', []);
  });

  test('a document that is indexed before the change of its base is committed is indexed again', async () => {
    const base = await openBase();
    const { service, name } = base;
    const { documents } = service;
    const queueMissed = documents.queueMissed.bind(documents);
    vi.spyOn(documents, 'queueMissed').mockImplementationOnce(async (baseId) => {
      // By a process that has read the base before.
      const { documentId, token } = await claimDocument(base);
      await documents.finish({ documentId, token }, { sha256: 'of the earlier settings', mediaType: null });
      await queueMissed(baseId);
    });
    await service.changeBase(workspaceId, name, { chunkChars: 400 });
    expect(await documents.claim(newId('doc'), LEASE_MS)).toMatchObject({ baseId: base.baseId, sha256: null });
  });

  test('a document that is given back is claimed at once, and one of another process stays claimed', async () => {
    const base = await openBase();
    const { documents } = base.service;
    const { documentId, token } = await claimDocument(base);
    await documents.release({ documentId, token: 'of another process' });
    expect(await documents.claim(newId('doc'), LEASE_MS)).toBeNull();
    await documents.release({ documentId, token });
    expect(await documents.claim(newId('doc'), LEASE_MS)).toMatchObject({ documentId });
  });

  test('a refresh of a source that is requested while it is read comes next', async () => {
    const { service, baseId } = await openBase();
    const { sources } = service;
    const source = {
      sourceId: newId('src'),
      kind: 'url',
      address: 'https://example.com/',
      selector: null,
      everyHours: 24,
    } as const;
    await sources.create({ workspaceId, baseId }, source);
    const read = async (whileReading: () => Promise<unknown>) => {
      const token = newId('src');
      const claimed = await sources.claim(token, LEASE_MS);
      if (!claimed) throw new Error('No source is due');
      await whileReading();
      await sources.finish({ ...claimed, token }, { found: 1, problem: null, privateHost: null });
    };
    await read(() => sources.refresh(baseId, source.sourceId));
    await read(async () => {});
    expect(await sources.claim(newId('src'), LEASE_MS)).toBeNull();
  });

  test('how far a document, its base and a source are can be read while they are worked on', async () => {
    const base = await openBase();
    const { service, name, baseId } = base;
    const { documents, chunks, sources } = service;
    const partlyDone = async () => (await service.bases.list(workspaceId)).find((one) => one.name === name)?.partlyDone;
    const writing = await claimDocument(base);
    const indexing = async () => (await documents.get(baseId, writing.documentId))?.indexing;
    const made = [0, 1, 2, 3].map(chunkOf);
    await chunks.add(writing, made, []);
    expect(await indexing()).toEqual({ isRead: false, chunks: 4, vectors: 0 });
    await documents.markRead(writing);
    await service.bases.setDimensions(baseId, 'one', 2);
    const vectors = made.slice(0, 3).map(({ chunkId, hash }) => ({ chunkId, hash, vector: [1, 0] }));
    await chunks.setVectors(writing, 'one', vectors);
    expect(await indexing()).toEqual({ isRead: true, chunks: 4, vectors: 3 });
    expect(await partlyDone()).toBe(0.75);
    await documents.finish(writing, { sha256: 'of its content', mediaType: null });
    expect(await indexing()).toBeNull();
    expect(await partlyDone()).toBe(0);

    const source = { kind: 'url', address: 'https://example.com/', selector: null, everyHours: 24 } as const;
    await sources.create({ workspaceId, baseId }, { ...source, sourceId: newId('src') });
    const state = async () => (await sources.list(baseId))[0];
    expect(await state()).toMatchObject({ isReading: true, storedCount: null, listedCount: null, pending: 0 });
    const token = newId('src');
    const claimed = await sources.claim(token, LEASE_MS);
    if (!claimed) throw new Error('No source is due');
    await sources.setProgress({ ...claimed, token }, { stored: 25, listed: 40 });
    await sources.setProgress({ ...claimed, token: 'of another process' }, { stored: 1, listed: 1 });
    expect(await state()).toMatchObject({ isReading: true, storedCount: 25, listedCount: 40 });
    const found = { key: newId('doc'), title: 'Page', content: null, metadata: {}, url: null, fileId: null, runId: null };
    await documents.put({ workspaceId, baseId }, { ...found, documentId: newId('doc'), sourceId: claimed.sourceId });
    await sources.finish({ ...claimed, token }, { found: 1, problem: null, privateHost: null });
    expect(await state()).toMatchObject({ isReading: false, storedCount: null, listedCount: null, pending: 1 });
  });
});
