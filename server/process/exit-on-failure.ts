import { AppError } from '#lib/errors/app-error.ts';

/**
 * Ends the process with exit code 1 and the reason on stderr; the stack only of errors that are not
 * an `AppError`.
 */
export function exitOnFailure(program: string): (error: unknown) => never {
  return (error) => {
    const text = AppError.is(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${program}: ${text}\n`);
    process.exit(1);
  };
}
