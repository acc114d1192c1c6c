import { z } from 'zod';

/**
 * Whose call it is. Ids of requests are unique in a session only, and most clients count from zero: without a session
 * only the end of its connection cancels a call.
 */
type Caller = { readonly keyId: string; readonly sessionId: string | undefined };

const requestId = z.union([z.string(), z.number()]);
const callSchema = z.object({ method: z.literal('tools/call'), id: requestId });
const cancelSchema = z.object({ method: z.literal('notifications/cancelled'), params: z.object({ requestId }) });

/**
 * The calls that this process answers. Clients of the session-based protocol cancel a call with a request of its own,
 * and keep the connection of the call open.
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#sending-messages-to-the-server
 */
export class RunningCalls {
  readonly #calls = new Map<string, Set<AbortController>>();

  /**
   * @param gone aborts when the request has been answered
   * @returns aborts when the call is cancelled
   */
  open(body: unknown, { gone, ...caller }: Caller & { readonly gone: AbortSignal }): AbortSignal {
    const call = new AbortController();
    const { data } = callSchema.safeParse(body);
    const name = data && nameOf(data.id, caller);
    if (name === undefined || gone.aborted) return call.signal;
    const same = this.#calls.get(name) ?? new Set();
    this.#calls.set(name, same.add(call));
    const close = () => {
      same.delete(call);
      if (same.size === 0) this.#calls.delete(name);
    };
    gone.addEventListener('abort', close, { once: true });
    return call.signal;
  }

  /** Ends the calls that notifications of their session name. Where two calls have one id it ends none. */
  cancel(body: unknown, caller: Caller): void {
    for (const message of messagesOf(body)) {
      const { data } = cancelSchema.safeParse(message);
      const name = data && nameOf(data.params.requestId, caller);
      const calls = name === undefined ? undefined : this.#calls.get(name);
      if (calls?.size === 1) for (const call of calls) call.abort();
    }
  }
}

function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

function nameOf(id: string | number, { keyId, sessionId }: Caller): string | undefined {
  return sessionId === undefined ? undefined : JSON.stringify([keyId, sessionId, id]);
}
