import { ulid } from 'ulid';
import type { NewId } from '#lib/ports/runtime.ts';

/**
 * Filled in one go: an id takes sixteen random bytes, and asking the system for each costs more
 * than all the rest of it.
 */
const pool = new Uint8Array(4096);
let used = pool.length;

function nextRandom(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return (pool[used++] as number) / 256;
}

/**
 * `run_01J…`: a ULID, sorted by the millisecond it was made in and by nothing within that. Each has
 * 80 random bits of its own: a known id reveals nothing about the next one, whatever the clock
 * does.
 */
export const newId: NewId = (prefix) => `${prefix}_${ulid(undefined, nextRandom)}`;
