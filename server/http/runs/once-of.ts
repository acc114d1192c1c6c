import type { z } from 'zod';
import type { startHeaders } from '#lib/api/run-starts.contract.ts';
import type { Once } from './start-once.ts';

/** The idempotency key of a start, if its caller sent one. */
export function onceOf(headers: z.output<typeof startHeaders>, { scope, body }: Omit<Once, 'key'>): Once | undefined {
  const key = headers['idempotency-key'];
  return key === undefined ? undefined : { key, scope, body };
}
