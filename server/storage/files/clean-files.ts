import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Clock } from '#lib/ports/runtime.ts';
import type { FileStore } from './file-store.ts';
import type { UploadKeeper } from './upload-keeper.ts';

const DAY_MS = 86_400_000;
/** An upload without a request. */
const IDLE_UPLOAD_MS = DAY_MS;
/** Content that nothing refers to stays for a day: a backup in progress may still read it. */
const DISCARDED_MS = DAY_MS;
/** Parts of writes that a crash cut off: longer than any write takes. */
const ORPHAN_MS = 2 * DAY_MS;
/** Files of visitors, whose sessions end after as long by default. */
const VISITOR_FILES_MS = 90 * DAY_MS;
const AT_ONCE = 500;

type Files = { readonly store: FileStore; readonly uploads: UploadKeeper };

/**
 * Deletes files of deleted runs and of visitors without runs, abandoned uploads, and content that
 * nothing refers to. Any number of processes may do it at once.
 */
export async function cleanFiles(
  { store, uploads }: Files,
  { clock, signal }: { clock: Pick<Clock, 'now'>; signal: AbortSignal },
): Promise<void> {
  const before = (ageMs: number) => new Date(clock.now() - ageMs);
  await uploads.removeIdle(before(IDLE_UPLOAD_MS));
  const removeAll = async (find: () => Promise<{ workspaceId: WorkspaceId; fileId: string }[]>) => {
    while (!signal.aborted) {
      const gone = await find();
      for (const [workspaceId, files] of Map.groupBy(gone, (file) => file.workspaceId)) await store.remove(workspaceId, files);
      if (gone.length < AT_ONCE) break;
    }
  };
  await removeAll(() => store.index.ofDeletedRuns(before(DAY_MS), AT_ONCE));
  const visits = { before: before(DAY_MS), expired: before(VISITOR_FILES_MS) };
  await removeAll(() => store.index.ofGoneVisitors(visits, AT_ONCE));
  while (!signal.aborted) {
    const parts = await store.index.takeDiscarded(before(DISCARDED_MS), AT_ONCE);
    await store.blobs.remove(parts);
    if (parts.length === 0) break;
  }
  await removeOrphans(store, { before: before(ORPHAN_MS), signal });
}

async function removeOrphans(
  { blobs, index }: FileStore,
  { before, signal }: { before: Date; signal: AbortSignal },
): Promise<void> {
  let old: string[] = [];
  const removeUnused = async () => {
    await blobs.remove(await index.unused(old));
    old = [];
  };
  for await (const { key, changedAt } of blobs.list()) {
    if (signal.aborted) return;
    if (changedAt < before) old.push(key);
    if (old.length >= AT_ONCE) await removeUnused();
  }
  if (old.length > 0) await removeUnused();
}
