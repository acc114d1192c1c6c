import type { ReusedEvent } from './events-to-reuse.ts';

/** As `dataOrReference` writes it: the SHA-256 of a text that is stored apart. */
const REFERENCE = /"ref":"([\w-]{43})"/g;

/** Hashes of the large values that a fork refers to from its first event on, each once. */
export function payloadsIn(taken: readonly ReusedEvent[]): string[] {
  const found = taken.flatMap(({ event }) => [...JSON.stringify(event).matchAll(REFERENCE)].map((match) => match[1] ?? ''));
  return [...new Set(found)];
}
