import { NodeFailure } from '#lib/errors/node-failure.ts';

/**
 * A store that failed.
 * @param reason a code, and neither a path nor an address, which results of runs would show
 */
export function blobFailure(reason: string, cause?: unknown): NodeFailure {
  return new NodeFailure('file-failed', `The store of file contents failed: ${reason}`, { isRetryable: true, cause });
}
