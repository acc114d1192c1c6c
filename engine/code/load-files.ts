import { NodeFailure } from '#lib/errors/node-failure.ts';
import { SANDBOX_FILES, type SandboxFile } from '#lib/ports/sandbox.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';

type Context = Pick<ExecutorContext, 'tools' | 'workspaceId'>;

/**
 * Files for code, by the names it reads them by. A value is the path of a workspace file, a file
 * that another node wrote, a start input, or a list of them, which are numbered. `pathOf` names the
 * field at fault in errors.
 * @throws {NodeFailure} `code-file-invalid`, and those of reading files
 */
export async function loadFiles(
  files: Readonly<Record<string, unknown>>,
  { context, pathOf }: { context: Context; pathOf: (name: string) => string },
): Promise<SandboxFile[]> {
  const loaded: SandboxFile[] = [];
  let totalBytes = 0;
  const named = Object.entries(files).flatMap(([name, value]) => namedFiles(name, value, pathOf(name)));
  if (named.length > SANDBOX_FILES.maxCount) {
    const message = `Code may be given ${SANDBOX_FILES.maxCount} files, and these are ${named.length}`;
    throw new NodeFailure('code-file-invalid', message, { path: 'config.files' });
  }
  for (const { name, value, path } of named) {
    const bytes = await bytesOf(value, { name, path, context });
    totalBytes += bytes.byteLength;
    if (bytes.byteLength > SANDBOX_FILES.maxBytes || totalBytes > SANDBOX_FILES.maxTotalBytes) {
      const { maxBytes, maxTotalBytes } = SANDBOX_FILES;
      const message = `The file ${name} has ${bytes.byteLength} bytes: code may be given files of ${maxBytes} bytes each, ${maxTotalBytes} together`;
      throw new NodeFailure('code-file-invalid', message, { path });
    }
    loaded.push({ name, bytes });
  }
  return loaded;
}

type NamedFile = { readonly name: string; readonly value: unknown; readonly path: string };

/** A list under `papers` is `papers-1.pdf`, `papers-2.csv`: predictable names with the endings of the files. */
function namedFiles(name: string, value: unknown, path: string): NamedFile[] {
  if (!Array.isArray(value)) return [{ name, value, path }];
  const [, stem = name, ending = ''] = /^(.+)(\.[^.]*)$/.exec(name) ?? [];
  return value.map((one: unknown, index) => ({
    name: `${stem}-${index + 1}${ending || endingOf(one)}`,
    value: one,
    path: `${path}[${index}]`,
  }));
}

function endingOf(value: unknown): string {
  const { name } = (typeof value === 'object' && value !== null ? value : { name: value }) as { readonly name?: unknown };
  return typeof name === 'string' ? (/\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '') : '';
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
