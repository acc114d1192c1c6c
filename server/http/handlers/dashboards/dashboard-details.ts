import { type DashboardResource, MAX_DASHBOARD_ROWS } from '#lib/api/dashboards.contract.ts';
import { type ErrorSum, type NodeSums, namePair, type RunSums, storedRuns } from '#lib/statistics/run-sums.ts';
import { quantile } from '#lib/statistics/sketch.ts';
import { SLOT_MS } from '#lib/statistics/sum-keys.ts';
import { hourAndWeekday, zoneOffsetMs } from '#lib/statistics/zone-time.ts';
import { costOfModel, toMicrosecond } from './dashboard-numbers.ts';
import type { Slot } from './dashboard-points.ts';

const WEEKDAYS = 7;
const HOURS = 24;

/** Runs by weekday and hour; null where no half hour of the range, up to now, is in that hour. */
export function toHours(
  slots: readonly Slot[],
  { starts, nowMs, zone }: { starts: readonly number[]; nowMs: number; zone: string },
): DashboardResource['hours'] {
  const hours = Array.from({ length: WEEKDAYS }, () => Array.from({ length: HOURS }, (): number | null => null));
  const add = (atMs: number, offsetMs: number, count: number) => {
    const { weekday, hour } = hourAndWeekday(atMs, offsetMs);
    const row = hours[weekday];
    if (row) row[hour] = (row[hour] ?? 0) + count;
  };
  const counts = new Map(slots.map(({ atMs, sums }) => [atMs, storedRuns(sums)]));
  for (const [index, startMs] of starts.slice(0, -1).entries()) {
    const offsetMs = zoneOffsetMs(startMs, zone);
    const endMs = Math.min(starts[index + 1] ?? 0, nowMs);
    for (let atMs = Math.ceil(startMs / SLOT_MS) * SLOT_MS; atMs < endMs; atMs += SLOT_MS)
      add(atMs, offsetMs, counts.get(atMs) ?? 0);
  }
  return hours;
}

export function toModels({ models }: RunSums): DashboardResource['models'] {
  return [...models]
    .map(([model, sum]) => ({ model, calls: sum.calls, tokens: sum.tokens, costUsd: costOfModel(sum) }))
    .sort((a, b) => (b.costUsd ?? -1) - (a.costUsd ?? -1) || b.calls - a.calls);
}

/** Those with the most time in all. */
export function toNodes(nodes: NodeSums): Omit<NonNullable<DashboardResource['nodes']>[number], 'label'>[] {
  return [...nodes]
    .map(([name, { count, failed, totalMs, took }]) => {
      const [workflowId, nodeId] = namePair(name);
      const [p50Ms, p95Ms] = [toMicrosecond(quantile(took, 0.5) ?? 0), toMicrosecond(quantile(took, 0.95) ?? 0)];
      return { workflowId, nodeId: nodeId ?? '', count, failed, p50Ms, p95Ms, totalMs: Math.round(totalMs) };
    })
    .sort((a, b) => b.totalMs - a.totalMs)
    .slice(0, MAX_DASHBOARD_ROWS);
}

type NodeError = Omit<DashboardResource['errors'][number], 'nodeLabel'>;

/** The most frequent ones, with their counts by step. */
export function toErrors(steps: readonly RunSums[]): NodeError[] {
  const total = new Map<string, ErrorSum & { readonly counts: number[] }>();
  for (const [step, { errors }] of steps.entries())
    for (const [name, more] of errors) {
      const sum = total.get(name) ?? { ...more, count: 0, counts: steps.map(() => 0) };
      sum.count += more.count;
      sum.counts[step] = more.count;
      if (more.lastAtMs >= sum.lastAtMs)
        Object.assign(sum, { lastAtMs: more.lastAtMs, lastRunId: more.lastRunId, text: more.text });
      total.set(name, sum);
    }
  return [...total]
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, MAX_DASHBOARD_ROWS)
    .map(([name, { lastAtMs, ...sum }]) => {
      const [code, nodeId] = namePair(name);
      return { ...sum, code: code ?? '', nodeId, lastAt: new Date(lastAtMs).toISOString() };
    });
}
