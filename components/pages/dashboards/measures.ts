import type { TileMeasure } from '#components/pages/dashboards/dashboard-address.ts';
import type { DashboardMeasure, DashboardNumbers } from '#lib/api/dashboards.contract.ts';

/** The value of a measure; null where there is none, as where no model has a price. */
export function measureOf(measure: TileMeasure, numbers: DashboardNumbers): number | null {
  const { runs, open, succeeded, liked, rated } = numbers;
  switch (measure) {
    case 'runs':
      return runs;
    case 'success':
      return runs - open > 0 ? succeeded / (runs - open) : null;
    case 'p50':
      return numbers.p50Ms;
    case 'p95':
      return numbers.p95Ms;
    case 'firstToken':
      return numbers.firstTokenMs;
    case 'tokens':
      return numbers.tokens;
    case 'cost':
      return numbers.costUsd;
    case 'feedback':
      return rated > 0 ? liked / rated : null;
    default:
      return measure satisfies never;
  }
}

/** What of the differences says whether a tile got better; of runs and tokens none does. */
export const differenceOfTile: Readonly<Partial<Record<TileMeasure, DashboardMeasure>>> = {
  success: 'success',
  p50: 'p50',
  p95: 'p95',
  firstToken: 'firstToken',
  feedback: 'feedback',
};
