import type { z } from 'zod';
import type { startHeaders } from '#lib/api/run-starts.contract.ts';
import type { Once } from './start-once.ts';

type KeyedBody = Pick<Once, 'scope' | 'body'> & {
  /** How often its client has sent the request before, where the client counts that. */
  readonly repeats?: number | undefined;
};

/** The idempotency key of a start, if its caller sent one, or else how often it came before. */
export function onceOf(headers: z.output<typeof startHeaders>, { scope, body, repeats }: KeyedBody): Once | undefined {
  const key = headers['idempotency-key'];
  if (key !== undefined) return { key, scope, body };
  return repeats === undefined ? undefined : { repeats, scope: `repeated/${scope}`, body };
}
