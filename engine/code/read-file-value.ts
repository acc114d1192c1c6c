import { inlineBytes } from '#lib/run/file-value.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { RequestFile } from '../http/build-body.ts';
import { filesOf } from '../tools/files-of.ts';
import { mediaTypeOf } from './keep-files.ts';

/**
 * The file that a value stands for: its content, or the path of a workspace file. Undefined for any other value.
 * @throws {NodeFailure} those of reading files
 */
export async function readFileValue(
  value: unknown,
  context: Pick<ExecutorContext, 'tools' | 'workspaceId'>,
): Promise<RequestFile | undefined> {
  const fields = (typeof value === 'object' && value !== null ? value : { path: value }) as Record<string, unknown>;
  const { path } = fields;
  const inline = inlineBytes(value);
  if (!inline && typeof path !== 'string') return undefined;
  const bytes = inline ?? (await filesOf(context).readBytes(context.workspaceId, path as string));
  const name = typeof fields.name === 'string' ? fields.name : lastName(path);
  const mediaType = typeof fields.mediaType === 'string' ? fields.mediaType : mediaTypeOf(name);
  return { bytes: Uint8Array.from(bytes), name, mediaType };
}

function lastName(path: unknown): string {
  return typeof path === 'string' ? (path.split('/').at(-1) ?? path) : 'file';
}
