import type { SandboxFile } from '#lib/ports/sandbox.ts';
import type { StoredFile } from '#lib/run/stored-file.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';

/** Others are `application/octet-stream`. A media type is never guessed from content. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

/**
 * Saves the files that code wrote, in a folder of their own: `runs/<run>/<node>`. Replaces only
 * files of an earlier attempt of the same node.
 * @throws {NodeFailure} those of writing files; then none was written
 */
export async function keepFiles(
  files: readonly SandboxFile[],
  { folder, context }: { folder: string; context: Pick<ExecutorContext, 'tools' | 'workspaceId' | 'runId'> },
): Promise<StoredFile[]> {
  if (files.length === 0) return [];
  const paths = await filesOf(context).writeAll(context.workspaceId, `runs/${context.runId}/${folder}`, files);
  return files.map(({ name, bytes }, index) => ({
    name,
    path: paths[index] as string,
    sizeBytes: bytes.byteLength,
    mediaType: mediaTypeOf(name),
  }));
}

/** By the ending of the name. */
export function mediaTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return MEDIA_TYPES[ending] ?? 'application/octet-stream';
}
