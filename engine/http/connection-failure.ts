import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';

/**
 * Why a connection by a credential failed, at the field at fault.
 * @throws the reason of the signal, when that has aborted
 */
export function connectionFailure(error: unknown, path: string, signal: AbortSignal): unknown {
  signal.throwIfAborted();
  if (NodeFailure.is(error)) return error.path === undefined ? error.inField(path) : error;
  if (!GuardedFetchError.is(error)) return error;
  const { code, message, hint, privateHost } = error;
  return new NodeFailure(code, message, {
    isRetryable: code === 'connection-failed',
    path: 'config.credential',
    ...(hint !== undefined && { hint }),
    privateHost,
    cause: error,
  });
}
