import { GuardedFetchError } from './guarded-fetch-error.ts';
import { NodeFailure } from './node-failure.ts';

/** `host:port` that an administrator may allow, of the error or one of its causes; undefined if that would not help. */
export function privateHostOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((GuardedFetchError.is(cause) || NodeFailure.is(cause)) && cause.privateHost !== undefined) return cause.privateHost;
  return undefined;
}
