import { type DashboardGroup, type DashboardResource, MAX_DASHBOARD_ROWS } from '#lib/api/dashboards.contract.ts';
import { trialsToDecide } from '#lib/statistics/intervals.ts';
import { emptySums, endedRuns, mergeSums, type RunSums } from '#lib/statistics/run-sums.ts';
import { PART_PREFIX, SCOPE_PREFIX } from '#lib/statistics/sum-keys.ts';
import type { PartRow, SumRange } from '../../../db/repositories/dashboard-repository.ts';
import { compareSums, toNumbers } from './dashboard-numbers.ts';
import { slotsOf } from './dashboard-points.ts';

type Groups = Record<'workflow' | 'version' | 'key' | 'model', Map<string, RunSums>>;

/** Sums of a range by what they are of: rows without a part are of a workflow. */
export function groupsOf(rows: readonly PartRow[], range: SumRange): Groups {
  const groups: Groups = { workflow: new Map(), version: new Map(), key: new Map(), model: new Map() };
  for (const row of rows) {
    const [group, id] = groupOf(groups, row);
    const sums = group.get(id) ?? emptySums();
    for (const slot of slotsOf(row, range)) mergeSums(sums, slot.sums);
    if (endedRuns(sums) > 0) group.set(id, sums);
  }
  return groups;
}

function groupOf(groups: Groups, { scope, part }: Pick<PartRow, 'scope' | 'part'>): [Map<string, RunSums>, string] {
  if (part === '') return [groups.workflow, scope.slice(SCOPE_PREFIX.workflow.length)];
  const kind = (['version', 'key', 'model'] as const).find((one) => part.startsWith(PART_PREFIX[one])) ?? 'model';
  return [groups[kind], part.slice(PART_PREFIX[kind].length)];
}

/** Most runs first. */
export function toGroups(groups: Map<string, RunSums>, names: readonly { id: string; name: string }[] = []): DashboardGroup[] {
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return [...groups]
    .map(([id, sums]) => ({ id, name: nameOf.get(id) ?? null, ...toNumbers(sums, 0) }))
    .sort((a, b) => b.runs - a.runs)
    .slice(0, MAX_DASHBOARD_ROWS);
}

/** The two newest versions that had runs; null with fewer. */
export function versusOf(versions: ReadonlyMap<string, RunSums>): DashboardResource['versus'] {
  const [other, base] = [...versions].toSorted(([a], [b]) => Number(b) - Number(a));
  if (!other || !base) return null;
  const trials = ({ succeeded, ...sums }: RunSums) => ({ hits: succeeded, of: endedRuns({ succeeded, ...sums }) });
  return {
    base: base[0],
    other: other[0],
    differences: compareSums(other[1], base[1]),
    runsToDecide: trialsToDecide(trials(other[1]), trials(base[1])),
  };
}
