import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Sandbox, SandboxOutput, SandboxProgram, SandboxResult } from '#lib/ports/sandbox.ts';
import { isTooDeep, MAX_JSON_DEPTH } from '#lib/workflow/json-depth.ts';
import type { ExecutorContext } from '../executors/define-executor.ts';

/**
 * Runs code in the sandbox.
 * @throws {NodeFailure} `sandbox-failed` where there is none, else what `Sandbox.run` throws
 */
export async function runCode(
  program: SandboxProgram,
  { context, onOutput }: { context: ExecutorContext; onOutput: (output: SandboxOutput) => void },
): Promise<SandboxResult> {
  const result = await sandboxOf(context).run(program, { signal: context.signal, onOutput });
  if (result.ok && isTooDeep(result.value)) {
    const message = `What the code returns is nested more than ${MAX_JSON_DEPTH} levels deep`;
    return { ok: false, failure: { reason: 'bad-result', message } };
  }
  return result;
}

function sandboxOf({ tools }: ExecutorContext): Sandbox {
  if (!tools.sandbox) throw new NodeFailure('sandbox-failed', 'There is no sandbox here to run code in');
  return tools.sandbox;
}
