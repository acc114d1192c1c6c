import type { NamedBytes, WrittenFile } from '#lib/ports/workspace-files.ts';
import { mediaTypeOf } from '#lib/run/media-type.ts';
import type { StoredFile } from '#lib/run/stored-file.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from './files-of.ts';

/**
 * Saves the files that code wrote, in a folder of their own: `runs/<run>/<node>`. Replaces only
 * files of an earlier attempt of the same node.
 * @throws {NodeFailure} those of writing files; then none was written
 */
export async function keepFiles(
  files: readonly NamedBytes[],
  { folder, context }: { folder: string; context: Pick<ExecutorContext, 'tools' | 'workspaceId' | 'runId' | 'nodeId'> },
): Promise<StoredFile[]> {
  if (files.length === 0) return [];
  const { workspaceId, runId, nodeId } = context;
  const written = await filesOf(context).writeAll(workspaceId, `runs/${runId}/${folder}`, files, { runId, nodeId });
  return files.map(({ name, bytes, mediaType = mediaTypeOf(name) }, index) => ({
    ...(written[index] as WrittenFile),
    name,
    sizeBytes: bytes.byteLength,
    mediaType,
  }));
}
