import { NodeFailure } from '#lib/errors/node-failure.ts';
import { SANDBOX_FILES, type SandboxFile } from '#lib/ports/sandbox.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';

type Context = Pick<ExecutorContext, 'tools' | 'workspaceId'>;

/**
 * Files for code, by the names it reads them by. A value is the path of a workspace file, a file
 * that another node wrote, or the value of a start input of kind `file`. `pathOf` names the field
 * at fault in errors.
 * @throws {NodeFailure} `code-file-invalid`, and those of reading files
 */
export async function loadFiles(
  files: Readonly<Record<string, unknown>>,
  { context, pathOf }: { context: Context; pathOf: (name: string) => string },
): Promise<SandboxFile[]> {
  const loaded: SandboxFile[] = [];
  let totalBytes = 0;
  for (const [name, value] of Object.entries(files)) {
    const bytes = await bytesOf(value, { name, path: pathOf(name), context });
    totalBytes += bytes.byteLength;
    if (bytes.byteLength > SANDBOX_FILES.maxBytes || totalBytes > SANDBOX_FILES.maxTotalBytes) {
      const { maxBytes, maxTotalBytes } = SANDBOX_FILES;
      const message = `The file ${name} has ${bytes.byteLength} bytes: code may be given files of ${maxBytes} bytes each, ${maxTotalBytes} together`;
      throw new NodeFailure('code-file-invalid', message, { path: pathOf(name) });
    }
    loaded.push({ name, bytes });
  }
  return loaded;
}

async function bytesOf(
  value: unknown,
  { name, path, context }: { name: string; path: string; context: Context },
): Promise<Uint8Array> {
  const inline = inlineBytes(value);
  if (inline) return inline;
  const ref = fileRefOf(value);
  if (!ref) {
    throw new NodeFailure('code-file-invalid', `The value for the file ${name} is no file`, {
      path,
      hint: 'Give a file input, a file that another node wrote, or the path of a workspace file',
    });
  }
  try {
    return (await filesOf(context).readFile(context.workspaceId, ref)).bytes;
  } catch (error) {
    if (!NodeFailure.is(error)) throw error;
    const { code, message, hint } = error;
    throw new NodeFailure(code, message, { path, ...(hint !== undefined && { hint }), cause: error });
  }
}
