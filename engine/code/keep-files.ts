import type { SandboxFile } from '#lib/ports/sandbox.ts';
import type { StoredFile } from '#lib/run/stored-file.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';

/** What is not here is `application/octet-stream`: a name says little, and nothing is opened because of it. */
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
 * Keeps what code has written in a folder of its own among the workspace's files, `runs/<run>/<place>`: nobody's file is replaced but its own, where the
 * same node is started again.
 * @throws {NodeFailure} those of writing files; then none of them has been written
 */
export async function keepFiles(
  files: readonly SandboxFile[],
  { place, context }: { place: string; context: Pick<ExecutorContext, 'tools' | 'workspaceId' | 'runId'> },
): Promise<StoredFile[]> {
  if (files.length === 0) return [];
  const paths = await filesOf(context).writeAll(context.workspaceId, `runs/${context.runId}/${place}`, files);
  return files.map(({ name, bytes }, index) => ({
    name,
    path: paths[index] as string,
    sizeBytes: bytes.byteLength,
    mediaType: mediaTypeOf(name),
  }));
}

function mediaTypeOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return MEDIA_TYPES[ending] ?? 'application/octet-stream';
}
