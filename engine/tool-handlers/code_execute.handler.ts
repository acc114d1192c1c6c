import { NodeFailure } from '#lib/errors/node-failure.ts';
import codeExecute from '#tools/code_execute.tool.ts';
import { loadFiles } from '../code/load-files.ts';
import { answerOfCode, runForModel } from '../code/run-for-model.ts';
import { type CheckContext, defineToolHandler } from '../contract/define-tool-handler.ts';
import { callFolder } from '../tools/call-folder.ts';
import { filesOf } from '../tools/files-of.ts';
import { keepFiles } from '../tools/keep-files.ts';

const MEMORY_MB = 256;

export default defineToolHandler(
  codeExecute,
  async ({ input, context }) => {
    const { language, inputs, args, timeout_s, files } = input;
    const { codeHosts } = context.tools;
    const code = await codeOf(input, context);
    const keepsFiles = context.tools.files !== undefined;
    const given = await loadFiles(byName(files), { context, pathOf: () => 'files' });
    const program = { language, code, inputs, args, timeoutMs: Math.ceil(timeout_s * 1000), memoryMb: MEMORY_MB, keepsFiles };
    const { result, printed } = await runForModel(
      { ...program, files: given },
      { context, ...(codeHosts.length > 0 && { network: { hosts: codeHosts, fetch: context.fetch } }) },
    );
    const kept = result.ok ? await keepFiles(result.files ?? [], { folder: callFolder(context), context }) : [];
    const { data, summary } = answerOfCode({ result, printed }, code);
    const wrote = kept.length === 0 ? '' : ` and wrote ${kept.map(({ path }) => path).join(', ')}`;
    return { data: { ...data, files: kept }, summary: `${summary}${wrote}` };
  },
  {
    check: async ({ input, context }) => {
      await codeOf(input, context);
      for (const path of Object.values(byName(input.files))) await filesOf(context).locate(context.workspaceId, { path });
    },
  },
);

type Input = { readonly code?: string | undefined; readonly script_path?: string | undefined };

/**
 * @throws {NodeFailure} `tool-arguments-invalid` where both or neither is given, and those of
 * reading files
 */
async function codeOf({ code, script_path: path }: Input, context: CheckContext): Promise<string> {
  if (code !== undefined && path === undefined) return code;
  if (code !== undefined || path === undefined) {
    throw new NodeFailure('tool-arguments-invalid', 'code_execute takes either code or script_path', { path: 'code' });
  }
  return (await filesOf(context).read(context.workspaceId, path)).text;
}

/** @throws {NodeFailure} `code-file-invalid` where two of them would be one */
function byName(paths: readonly string[]): Record<string, string> {
  const named: Record<string, string> = {};
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (Object.hasOwn(named, name))
      throw new NodeFailure('code-file-invalid', `${named[name]} and ${path} would both be /files/in/${name}: give one of them`, {
        path: 'files',
      });
    named[name] = path;
  }
  return named;
}
