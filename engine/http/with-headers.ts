import type { GuardedFetchInit } from '#lib/ports/runtime.ts';

/** A request with further headers; one that it names itself, in lowercase letters, stays. */
export function withHeaders(
  init: GuardedFetchInit | undefined,
  headers: Readonly<Record<string, string>>,
): GuardedFetchInit | undefined {
  if (Object.keys(headers).length === 0) return init;
  return { ...init, headers: { ...headers, ...init?.headers } };
}
