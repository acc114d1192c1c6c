import { monotonicFactory } from 'ulid';
import type { NewId } from '#lib/ports/runtime.ts';

/** Filled in one go: an id takes sixteen random bytes, and asking the system for each costs more than all the rest of it. */
const pool = new Uint8Array(4096);
let used = pool.length;

function nextRandom(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return (pool[used++] as number) / 256;
}

const nextUlid = monotonicFactory(nextRandom);

/** `run_01J…`: ids of one process sort in the order they were made, those of several by time. */
export const newId: NewId = (prefix) => `${prefix}_${nextUlid()}`;
