import type { SandboxFailure } from '#lib/ports/sandbox.ts';

const SHOWN_LINE_CHARS = 120;

/**
 * The error with its line number and source line: `ZeroDivisionError: division by zero (line 2:
 * return 1 / 0)`.
 */
export function describeFailure({ message, line }: SandboxFailure, code: string): string {
  if (line === undefined) return message;
  const source = code.split('\n')[line - 1]?.trim() ?? '';
  const shown = source.length > SHOWN_LINE_CHARS ? `${source.slice(0, SHOWN_LINE_CHARS)}…` : source;
  return `${message} (line ${line}${shown === '' ? '' : `: ${shown}`})`;
}
