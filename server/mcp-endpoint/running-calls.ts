import { z } from 'zod';

/** Whose call it is. Ids of requests are unique in a session only, and most clients count from zero. */
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
    if (!data || gone.aborted) return call.signal;
    const name = nameOf(data.id, caller);
    const same = this.#calls.get(name) ?? new Set();
    this.#calls.set(name, same.add(call));
    const close = () => {
      same.delete(call);
      if (same.size === 0) this.#calls.delete(name);
    };
    gone.addEventListener('abort', close, { once: true });
    return call.signal;
  }

  /** Ends the calls that notifications name. Without a session two calls may have one id: then it ends none. */
  cancel(body: unknown, caller: Caller): void {
    for (const message of messagesOf(body)) {
      const { data } = cancelSchema.safeParse(message);
      const calls = data && this.#calls.get(nameOf(data.params.requestId, caller));
      if (calls?.size === 1) for (const call of calls) call.abort();
    }
  }
}

function messagesOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body];
}

function nameOf(id: string | number, { keyId, sessionId }: Caller): string {
  return JSON.stringify([keyId, sessionId ?? null, id]);
}
