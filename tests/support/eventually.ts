import { vi } from 'vitest';

/** As long as `expect.poll` waits: a shared machine may stall for longer than the default of a second. */
const PATIENT = { timeout: 15_000 };

/** Repeats assertions until they hold. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENT);
}

/** Waits for a truthy value. */
export function until<T>(read: () => T | Promise<T>) {
  return vi.waitUntil(read, PATIENT);
}
