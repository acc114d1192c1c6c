import type { SandboxFailure, SandboxProgram, SandboxResult } from '#lib/ports/sandbox.ts';
import { describeFailure } from './describe-failure.ts';
import { type Running, runCode } from './run-code.ts';

type Printed = { readonly stdout: string; readonly stderr: string };
type Ran = { readonly result: SandboxResult; readonly printed: Printed };

/** The result of code in the form of shell output. */
type CodeAnswer = Printed & { readonly returnValue: unknown; readonly exitCode: number };

/**
 * Runs code that a model wrote, and keeps what it prints.
 * @throws what `runCode` throws
 */
export async function runForModel(program: SandboxProgram, running: Omit<Running, 'onOutput'>): Promise<Ran> {
  const printed = { stdout: '', stderr: '' };
  const result = await runCode(program, {
    ...running,
    onOutput: ({ stream, text }) => {
      printed[stream] += text;
    },
  });
  return { result, printed };
}

/** Code that fails is an answer, as in a shell: the model gets the error and may fix it. */
export function answerOfCode({ result, printed }: Ran, code: string): { readonly data: CodeAnswer; readonly summary: string } {
  if (result.ok) return { data: { ...printed, returnValue: result.value, exitCode: 0 }, summary: 'The code ran' };
  const exitCode = exitCodeOf(result.failure);
  if (exitCode === 0) return { data: { ...printed, returnValue: null, exitCode }, summary: 'The code ran' };
  const failure = describeFailure(result.failure, code);
  return { data: { ...printed, stderr: `${printed.stderr}${failure}\n`, returnValue: null, exitCode }, summary: failure };
}

/** As shells have them. */
function exitCodeOf({ reason, exitCode = 1 }: SandboxFailure): number {
  if (reason === 'timed-out') return 124;
  if (reason === 'out-of-memory') return 137;
  return exitCode;
}
