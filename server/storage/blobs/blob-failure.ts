import { NodeFailure } from '#lib/errors/node-failure.ts';

/** A store that failed. Names neither paths nor addresses, which results of runs would show. */
export function blobFailure(what: string, reason: string, cause?: unknown): NodeFailure {
  return new NodeFailure('file-failed', `The content of the file could not be ${what}: ${reason}`, { isRetryable: true, cause });
}
