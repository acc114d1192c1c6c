import { createHash } from 'node:crypto';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { SandboxFailure } from '#lib/ports/sandbox.ts';
import codeExecute from '#tools/code_execute.tool.ts';
import { describeFailure } from '../code/describe-failure.ts';
import { keepFiles } from '../code/keep-files.ts';
import { loadFiles } from '../code/load-files.ts';
import { runCode } from '../code/run-code.ts';
import { defineToolHandler, type ToolContext } from './define-tool-handler.ts';
import { filesOf } from './files-of.ts';

const MEMORY_MB = 256;
const CALL_CHARS = 12;

/** Code that fails is an answer, as it is in a shell: the model is told how, and may write it better. */
export default defineToolHandler(codeExecute, async ({ input, context }) => {
  const { language, inputs, args, timeout_s, files } = input;
  const { codeHosts } = context.tools;
  const code = await codeOf(input, context);
  const keepsFiles = context.tools.files !== undefined;
  const given = await loadFiles(byName(files), { context, pathOf: () => 'files' });
  const printed = { stdout: '', stderr: '' };
  const program = { language, code, inputs, args, timeoutMs: Math.ceil(timeout_s * 1000), memoryMb: MEMORY_MB, keepsFiles };
  const result = await runCode(
    { ...program, files: given },
    {
      context,
      ...(codeHosts.length > 0 && { network: { hosts: codeHosts, fetch: context.fetch } }),
      onOutput: ({ stream, text }) => {
        printed[stream] += text;
      },
    },
  );
  if (result.ok) {
    const kept = await keepFiles(result.files ?? [], { place: placeOf(context), context });
    const summary = kept.length === 0 ? 'The code ran' : `The code ran and wrote ${kept.map(({ path }) => path).join(', ')}`;
    return { data: { ...printed, returnValue: result.value, exitCode: 0, files: kept }, summary };
  }
  const exitCode = exitCodeOf(result.failure);
  const failure = describeFailure(result.failure, code);
  const stderr = exitCode === 0 ? printed.stderr : `${printed.stderr}${failure}\n`;
  return {
    data: { ...printed, stderr, returnValue: null, exitCode, files: [] },
    summary: exitCode === 0 ? 'The code ran' : failure,
  };
});

type Input = { readonly code?: string | undefined; readonly script_path?: string | undefined };

/** @throws {NodeFailure} `tool-arguments-invalid` where both or neither is given, and those of reading files */
async function codeOf({ code, script_path: path }: Input, context: ToolContext): Promise<string> {
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

/** Ids of calls are the model's own words and no names of folders. */
function placeOf({ nodeId, toolCallId, parent }: ToolContext): string {
  const call = createHash('sha256')
    .update(`${parent?.toolCallId ?? ''} ${toolCallId}`)
    .digest('hex')
    .slice(0, CALL_CHARS);
  return `${nodeId}/${call}`;
}

/** As shells have them. */
function exitCodeOf({ reason, exitCode = 1 }: SandboxFailure): number {
  if (reason === 'timed-out') return 124;
  if (reason === 'out-of-memory') return 137;
  return exitCode;
}
