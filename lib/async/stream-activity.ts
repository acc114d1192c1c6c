/** By the signal that would stop the request. */
const listeners = new WeakMap<AbortSignal, () => void>();

/** Calls `onBytes` for each piece that arrives for the request with this signal, comments of a stream included. */
export function watchActivity(signal: AbortSignal, onBytes: () => void): void {
  listeners.set(signal, onBytes);
}

/** The listener of the request with this signal; undefined without one. */
export function activityListener(signal: AbortSignal | null | undefined): (() => void) | undefined {
  return signal ? listeners.get(signal) : undefined;
}
