import type { DashboardPoint } from '#lib/api/dashboards.contract.ts';
import { readSlots } from '#lib/statistics/day-slots.ts';
import { addSums, emptySums, mergeSums, type RunSums, readSums, type StoredSums } from '#lib/statistics/run-sums.ts';
import type { SlotRow, SumRange } from '../../../db/repositories/dashboard-repository.ts';
import { costOfModel, toNumbers } from './dashboard-numbers.ts';

/** The sums of one half hour; of a day within a range, of all of it. */
export type Slot = { readonly atMs: number; readonly sums: StoredSums };

type Source = { readonly sums: readonly RunSums[]; readonly open: readonly number[]; readonly nowMs: number };

/** What a row has of a range. */
export function slotsOf({ atMs, sums, slots }: SlotRow, range: SumRange): Slot[] {
  return slots === '' ? [{ atMs, sums: readSums(sums) }] : readSlots(slots, { dayMs: atMs, ...range });
}

export function totalOf(slots: readonly Slot[], { fromMs, toMs }: SumRange): RunSums {
  const total = emptySums();
  for (const { atMs, sums } of slots) if (atMs >= fromMs && atMs < toMs) mergeSums(total, sums);
  return total;
}

export function countOpen(open: readonly number[], { fromMs, toMs }: SumRange): number {
  return open.filter((atMs) => atMs >= fromMs && atMs < toMs).length;
}

/** The sums of each step. Slots are in order. */
export function sumsOfSteps(starts: readonly number[], slots: readonly Slot[]): RunSums[] {
  const sums = starts.slice(1).map(() => emptySums());
  let step = 0;
  for (const slot of slots) {
    if (slot.atMs < (starts[0] ?? 0)) continue;
    while (step < sums.length && slot.atMs >= (starts[step + 1] ?? 0)) step++;
    const sum = sums[step];
    if (!sum) break;
    mergeSums(sum, slot.sums);
  }
  return sums;
}

export function addAll(sums: readonly RunSums[]): RunSums {
  const total = emptySums();
  for (const one of sums) addSums(total, one);
  return total;
}

/** One point for each step. */
export function toPoints(starts: readonly number[], { sums, open, nowMs }: Source): DashboardPoint[] {
  return sums.map((sum, index) => {
    const [fromMs = 0, toMs = 0] = [starts[index], starts[index + 1]];
    return {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      isSoFar: fromMs <= nowMs && nowMs < toMs,
      ...toNumbers(sum, countOpen(open, { fromMs, toMs })),
      models: [...sum.models].map(([model, calls]) => ({ model, costUsd: costOfModel(calls) })),
    };
  });
}
