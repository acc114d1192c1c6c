import { type MonitorRange, monitorRanges } from '#lib/api/monitor.contract.ts';

/** @returns the range that an address names; a day when it names none */
export function readRange(text: string | undefined): MonitorRange {
  return monitorRanges.find((range) => range === text) ?? 'day';
}
