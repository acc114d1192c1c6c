'use client';
import { useMemo } from 'react';
import { type DateTimeFormatOptions, useFormatter } from 'use-intl';
import type { TileMeasure } from '#components/pages/dashboards/dashboard-address.ts';
import { durationTick, usdTick } from '#components/plots/plot-frame.ts';
import type { DashboardMeasure, DashboardPoint, DashboardResource } from '#lib/api/dashboards.contract.ts';
import { formatDuration } from '#lib/i18n/format-duration.ts';
import { formatUsd } from '#lib/i18n/format-usd.ts';

export const MISSING = '–';
const MINUS = '−';

/** Numbers and times of a dashboard as they are shown, in its zone. */
export function useTexts({ zone, step }: Pick<DashboardResource, 'zone' | 'step'>) {
  const format = useFormatter();
  return useMemo(() => {
    const at = (iso: string, options: DateTimeFormatOptions) => format.dateTime(new Date(iso), { timeZone: zone, ...options });
    const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const number = (value: number) => format.number(value);
    const percent = (share: number) => format.number(share * 100, { maximumFractionDigits: 1 });
    const compact = (value: number) =>
      value < 10_000 ? number(value) : format.number(value, { notation: 'compact', maximumFractionDigits: 1 });
    const value = (measure: TileMeasure, amount: number | null): string => {
      if (amount === null) return MISSING;
      if (measure === 'success' || measure === 'feedback') return `${percent(amount)} %`;
      if (measure === 'cost') return formatUsd(amount);
      return measure === 'runs' || measure === 'tokens' ? compact(amount) : formatDuration(amount);
    };
    const axis = (measure: TileMeasure, amount: number): string => {
      if (measure === 'cost') return usdTick(amount);
      return measure === 'p50' || measure === 'p95' || measure === 'firstToken' ? durationTick(amount) : value(measure, amount);
    };
    const signed = (amount: number, text: string) => (amount < 0 ? `${MINUS}${text}` : `+${text}`);
    const difference = (measure: DashboardMeasure, amount: number | null): string => {
      if (amount === null) return MISSING;
      const size = Math.abs(amount);
      if (measure === 'success' || measure === 'feedback') return signed(amount, `${percent(size)} pt`);
      return signed(amount, measure === 'costPerRun' ? formatUsd(size) : formatDuration(size));
    };
    return {
      number,
      value,
      axis,
      difference,
      change: (now: number, before: number) =>
        before === 0 ? MISSING : signed(now - before, `${percent(Math.abs(now / before - 1))} %`),
      moment: (iso: string) => at(iso, { weekday: 'short', ...clock }),
      date: (iso: string) => at(iso, { day: 'numeric', month: 'short' }),
      clock: (iso: string) => at(iso, clock),
      label: ({ from }: Pick<DashboardPoint, 'from'>) =>
        step === 'hour'
          ? at(from, { weekday: 'short', ...clock })
          : at(from, { weekday: 'short', day: 'numeric', month: 'short' }),
      tick: ({ from }: Pick<DashboardPoint, 'from'>, isWide: boolean) =>
        step === 'hour'
          ? at(from, clock)
          : isWide
            ? at(from, { weekday: 'short', day: 'numeric' })
            : at(from, { day: 'numeric' }),
    };
  }, [format, zone, step]);
}

export type Texts = ReturnType<typeof useTexts>;
