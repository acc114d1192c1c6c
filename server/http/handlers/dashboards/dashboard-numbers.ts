import {
  type DashboardDifference,
  type DashboardMeasure,
  type DashboardNumbers,
  dashboardMeasures,
} from '#lib/api/dashboards.contract.ts';
import { differenceOf, type Estimate, meanInterval, shareInterval, verdictOf } from '#lib/statistics/intervals.ts';
import { endedRuns, type ModelSum, type RunSums } from '#lib/statistics/run-sums.ts';
import { quantile, quantileInterval, type Sketch } from '#lib/statistics/sketch.ts';

export function toNumbers(sums: RunSums, open: number): DashboardNumbers {
  const { succeeded, failed, cancelled, tokens, priced, unpriced, liked, rated } = sums;
  return {
    runs: endedRuns(sums) + open,
    succeeded,
    failed,
    cancelled,
    open,
    p50Ms: toMicrosecond(quantile(sums.took, 0.5)),
    p95Ms: toMicrosecond(quantile(sums.took, 0.95)),
    firstTokenMs: toMicrosecond(quantile(sums.firstToken, 0.5)),
    tokens,
    costUsd: priced === 0 ? null : toBillionth(sums.costUsd),
    pricedRuns: priced,
    unpricedRuns: unpriced,
    liked,
    rated,
  };
}

/** Null for a model without a price. Calls that were stopped have no tokens, and say nothing about a price. */
export function costOfModel({ costUsd, unpriced }: ModelSum): number | null {
  return costUsd === 0 && unpriced > 0 ? null : toBillionth(costUsd);
}

/** Sums of binary fractions have digits that none of their parts has. */
function toBillionth(usd: number): number {
  return Math.max(0, Math.round(usd * 1e9) / 1e9);
}

export function toMicrosecond<Value extends number | null>(value: Value): Value {
  return (value === null ? null : Math.round(value * 1000) / 1000) as Value;
}

const isMoreBetter: Record<DashboardMeasure, boolean> = {
  success: true,
  p50: false,
  p95: false,
  firstToken: false,
  costPerRun: false,
  feedback: true,
};

/** Differences of `other` from `base` with their intervals; `docs/dashboards.md` names the methods. */
export function compareSums(other: RunSums, base: RunSums): DashboardDifference[] {
  return dashboardMeasures.map((measure) => {
    const difference = differenceOf(estimateOf(measure, other), estimateOf(measure, base));
    const plain = plainDifference(measure, other, base);
    return {
      measure,
      value: difference?.value ?? plain,
      low: difference?.low ?? null,
      high: difference?.high ?? null,
      verdict: verdictOf(difference, { isMoreBetter: isMoreBetter[measure] }),
    };
  });
}

function estimateOf(measure: DashboardMeasure, sums: RunSums): Estimate | null {
  switch (measure) {
    case 'success':
      return shareInterval(sums.succeeded, endedRuns(sums));
    case 'feedback':
      return shareInterval(sums.liked, sums.rated);
    case 'p50':
      return quantileInterval(sums.took, 0.5);
    case 'p95':
      return quantileInterval(sums.took, 0.95);
    case 'firstToken':
      return quantileInterval(sums.firstToken, 0.5);
    case 'costPerRun':
      return meanInterval({ count: sums.priced, sum: sums.costUsd, sumOfSquares: sums.costSquares });
    default:
      return measure satisfies never;
  }
}

/** The difference where there are too few values for an interval. */
function plainDifference(measure: DashboardMeasure, other: RunSums, base: RunSums): number | null {
  const middleOf = ({ took, firstToken, priced, costUsd }: RunSums): number | null => {
    const share: Partial<Record<DashboardMeasure, [Sketch, number]>> = {
      p50: [took, 0.5],
      p95: [took, 0.95],
      firstToken: [firstToken, 0.5],
    };
    const found = share[measure];
    if (found) return quantile(...found);
    return measure === 'costPerRun' && priced > 0 ? costUsd / priced : null;
  };
  const [a, b] = [middleOf(other), middleOf(base)];
  return a === null || b === null ? null : a - b;
}
