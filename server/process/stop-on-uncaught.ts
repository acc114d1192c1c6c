import type { Logger } from '#lib/ports/logger.ts';

/**
 * What a connection ends with when its other end has gone: it belongs to that connection and to
 * nothing else.
 */
const CONNECTION_CODES = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);
/** Limit of the orderly stop after an uncaught error, in milliseconds. */
const STOP_LIMIT_MS = 10_000;

/** Where the log is written. */
const OUTPUTS = [process.stdout, process.stderr];

/**
 * For errors that no request, run or connection caught. A broken connection is logged, and the
 * process continues. After any other error the state may be inconsistent: it is logged, the
 * process stops in order, and its runs are resumed by the next start or another process. A terminal or
 * a collector of logs that has gone is ignored: logging that would fail in turn, without end.
 * @see https://nodejs.org/api/process.html#warning-using-uncaughtexception-correctly
 */
export function stopOnUncaught({
  log,
  close,
}: {
  readonly log: Pick<Logger, 'error'>;
  readonly close: () => Promise<void>;
}): void {
  let isStopping = false;
  const onError = (error: unknown) => {
    if (CONNECTION_CODES.has(String((error as { code?: unknown } | undefined)?.code))) {
      log.error('a connection broke where nothing waited for it', { error });
      return;
    }
    log.error('an error was not caught: the process stops', { error });
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_LIMIT_MS).unref();
    close().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  };
  for (const output of OUTPUTS) output.on('error', () => {});
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
}
