import { emptySums, mergeSums, type RunSums, readSums, type StoredSums, storeSums } from './run-sums.ts';
import { DAY_MS, SLOT_MS } from './sum-keys.ts';

/** Sums of the half hours of one day of UTC, by their number in it. */
export type DaySlots = Map<number, RunSums>;
/** The text of a half hour is read only when it is needed. */
type StoredSlots = readonly (readonly [slot: number, sums: string])[];

/** The sums of the half hour that a moment is in. */
export function slotOf(slots: DaySlots, atMs: number): RunSums {
  const number = Math.floor((atMs % DAY_MS) / SLOT_MS);
  const sums = slots.get(number) ?? emptySums();
  slots.set(number, sums);
  return sums;
}

/** The text of a day: the stored one with these half hours added. */
export function addToStoredSlots(slots: DaySlots, stored: string): string {
  const kept = stored === '' ? [] : (JSON.parse(stored) as StoredSlots);
  const texts = new Map(kept);
  for (const [number, sums] of slots) {
    const text = texts.get(number);
    if (text !== undefined) mergeSums(sums, readSums(text));
    texts.set(number, storeSums(sums));
  }
  return JSON.stringify([...texts].sort(([a], [b]) => a - b));
}

/** The half hours of a stored day that begin in a range, in order. */
export function readSlots(
  stored: string,
  { dayMs, fromMs, toMs }: { readonly dayMs: number; readonly fromMs: number; readonly toMs: number },
): { readonly atMs: number; readonly sums: StoredSums }[] {
  return (JSON.parse(stored) as StoredSlots).flatMap(([number, text]) => {
    const atMs = dayMs + number * SLOT_MS;
    return atMs >= fromMs && atMs < toMs ? [{ atMs, sums: readSums(text) }] : [];
  });
}
