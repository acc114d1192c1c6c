import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { FileRef } from '#lib/ports/workspace-files.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import { mediaTypeOf } from '#lib/run/media-type.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import type { RequestFile } from '../http/build-body.ts';
import { filesOf } from '../tools/files-of.ts';

/**
 * The file that a value stands for: its content, or a workspace file by id or path. Undefined for any other value.
 * @throws {NodeFailure} those of reading files
 */
export async function readFileValue(
  value: unknown,
  context: Pick<ExecutorContext, 'tools' | 'workspaceId'>,
): Promise<RequestFile | undefined> {
  if (typeof value === 'string' && /[\r\n]|^\s*</.test(value))
    throw new NodeFailure('path-refused', 'The value is a text, and not the path of a file', {
      hint: 'Where it comes from an HTTP node, set its field Read answer as to file',
    });
  const ref = fileRefOf(value);
  const inline = inlineBytes(value);
  if (!inline && !ref) return undefined;
  const stored = inline ? undefined : await filesOf(context).readFile(context.workspaceId, ref as FileRef);
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const name = typeof fields.name === 'string' ? fields.name : (stored?.name ?? 'file');
  const mediaType = typeof fields.mediaType === 'string' ? fields.mediaType : (stored?.mediaType ?? mediaTypeOf(name));
  return { bytes: Uint8Array.from(inline ?? stored?.bytes ?? []), name, mediaType };
}
