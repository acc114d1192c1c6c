import type { SandboxFailure } from '#lib/ports/sandbox.ts';
import codeExecute from '#tools/code_execute.tool.ts';
import { describeFailure } from '../code/describe-failure.ts';
import { runCode } from '../code/run-code.ts';
import { defineToolHandler } from './define-tool-handler.ts';

const MEMORY_MB = 256;

/** Code that fails is an answer, as it is in a shell: the model is told how, and may write it better. */
export default defineToolHandler(codeExecute, async ({ input, context }) => {
  const { language, code, inputs, timeout_s } = input;
  const printed = { stdout: '', stderr: '' };
  const program = { language, code, inputs, timeoutMs: Math.ceil(timeout_s * 1000), memoryMb: MEMORY_MB };
  const result = await runCode(program, {
    context,
    onOutput: ({ stream, text }) => {
      printed[stream] += text;
    },
  });
  if (result.ok) return { data: { ...printed, returnValue: result.value, exitCode: 0 }, summary: 'The code ran' };
  const exitCode = exitCodeOf(result.failure);
  const failure = describeFailure(result.failure, code);
  const stderr = exitCode === 0 ? printed.stderr : `${printed.stderr}${failure}\n`;
  return { data: { ...printed, stderr, returnValue: null, exitCode }, summary: exitCode === 0 ? 'The code ran' : failure };
});

/** As shells have them. */
function exitCodeOf({ reason, exitCode = 1 }: SandboxFailure): number {
  if (reason === 'timed-out') return 124;
  if (reason === 'out-of-memory') return 137;
  return exitCode;
}
