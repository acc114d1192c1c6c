import type { Logger } from '#lib/ports/logger.ts';

type Level = 'info' | 'warn' | 'error';

/**
 * One JSON line an entry, on standard error: standard output is for the one line that says where
 * the server is.
 */
export function makeJsonLogger({
  minLevel = 'info',
  write = (line: string) => void process.stderr.write(line),
}: {
  minLevel?: Level;
  write?: (line: string) => void;
} = {}): Logger {
  const levels: readonly Level[] = ['info', 'warn', 'error'];
  const entry =
    (level: Level) =>
    (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
      if (levels.indexOf(level) < levels.indexOf(minLevel)) return;
      write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...fields }, describeErrors)}\n`);
    };
  return { info: entry('info'), warn: entry('warn'), error: entry('error') };
}

function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return {
    name: value.name,
    message: value.message,
    stack: value.stack,
    ...(value.cause !== undefined && { cause: value.cause }),
    // A connection that was tried at several addresses has an empty message: the reasons are only here.
    ...(value instanceof AggregateError && { errors: value.errors }),
  };
}
