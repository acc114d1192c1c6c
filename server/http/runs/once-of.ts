import type { z } from 'zod';
import type { startHeaders } from '#lib/api/run-starts.contract.ts';
import type { Once } from './start-once.ts';

type KeyedBody = Pick<Once, 'scope' | 'body'> & {
  readonly repeats?: Repeats | undefined;
};
/** How often its client has sent a request before, where the client counts that. */
export type Repeats = {
  readonly count: number;
  /** The key of the client: another one may send the same body. */
  readonly keyId: string;
};

/** The idempotency key of a start, if its caller sent one, or else how often it came before. */
export function onceOf(headers: z.output<typeof startHeaders>, { scope, body, repeats }: KeyedBody): Once | undefined {
  const key = headers['idempotency-key'];
  if (key !== undefined) return { key, scope, body };
  return repeats && { repeats: repeats.count, scope: `repeated/${repeats.keyId}/${scope}`, body };
}
