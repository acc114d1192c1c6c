import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import replaceText from '#tools/replace_text.tool.ts';
import { type CheckContext, defineToolHandler, type ToolContext } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

const MAX_FILES = 1000;

export default defineToolHandler(
  replaceText,
  async ({ input, context }) => {
    const { glob, find, replace_with: replacement } = input;
    const files = filesOf(context);
    const changed: { path: string; replaced: number }[] = [];
    for (const path of await pathsOf(glob, files, context)) {
      context.signal.throwIfAborted();
      const replaced = await replaceIn(path, { find, replacement, isOnly: path === glob }, { files, context });
      if (replaced > 0) changed.push({ path, replaced });
    }
    const replaced = changed.reduce((sum, file) => sum + file.replaced, 0);
    return { data: { files: changed, replaced }, summary: `Replaced ${replaced} in ${filesText(changed.length)}` };
  },
  {
    check: async ({ input: { glob }, context }) => {
      const files = filesOf(context);
      const [path] = await pathsOf(glob, files, context);
      if (path === glob) await files.read(context.workspaceId, path);
    },
  },
);

type Scope = { readonly files: WorkspaceFiles; readonly context: ToolContext };

async function pathsOf(glob: string, files: WorkspaceFiles, { workspaceId, signal }: CheckContext): Promise<string[]> {
  if (!/[*?]/.test(glob)) return [glob];
  const { files: found, isCut } = await files.list(workspaceId, { glob, limit: MAX_FILES, signal });
  if (!isCut) return found.map(({ path }) => path);
  throw new NodeFailure('too-many-files', `More than ${MAX_FILES} files match ${JSON.stringify(glob)}`, {
    path: 'glob',
    hint: 'Write a narrower pattern',
  });
}

type Replacing = { readonly find: string; readonly replacement: string; readonly isOnly: boolean };

/** A file that is not text, or has gone meanwhile, is passed over unless it is the only one. */
async function replaceIn(path: string, { find, replacement, isOnly }: Replacing, { files, context }: Scope): Promise<number> {
  try {
    const { text } = await files.read(context.workspaceId, path);
    if (!text.includes(find)) return 0;
    let replaced = 0;
    await files.update(context.workspaceId, path, (current) => {
      const parts = current.split(find);
      replaced = parts.length - 1;
      return parts.join(replacement);
    });
    return replaced;
  } catch (error) {
    if (!isOnly && NodeFailure.is(error) && ['file-not-text', 'file-not-found', 'file-too-large'].includes(error.code)) return 0;
    throw error;
  }
}

function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
