/** Parse, Bind, Describe, Execute and Close are answered only once a Sync, Flush or Query follows. */
const HELD_TYPES = new Set(Buffer.from('PBDEC'));
const SYNC = Buffer.from([0x53, 0, 0, 0, 4]);

/**
 * Joins the messages of a client up to the one that asks for the answer. Executed one by one, each
 * is a call into the database and a write to the socket, and those of two clients could interleave.
 */
export class WholeSeries {
  readonly #held = new Map<number, Uint8Array[]>();

  /**
   * @param clientId of the connection that sent `message`, one whole message of the protocol
   * @returns what to execute now; undefined while the series is incomplete
   */
  take(clientId: number, message: Uint8Array): Uint8Array | undefined {
    const held = this.#held.get(clientId);
    if (!HELD_TYPES.has(message[0] ?? 0)) {
      this.#held.delete(clientId);
      return held ? Buffer.concat([...held, message]) : message;
    }
    if (held) held.push(message);
    else this.#held.set(clientId, [message]);
    return undefined;
  }

  /** Forgets what a client that has disconnected left unfinished. */
  drop(clientId: number): void {
    this.#held.delete(clientId);
  }
}

/** Whether these messages end with a Sync, which ends their series and, outside of BEGIN, the transaction. */
export function endsWithSync(messages: Uint8Array): boolean {
  return SYNC.equals(messages.subarray(-SYNC.length));
}
