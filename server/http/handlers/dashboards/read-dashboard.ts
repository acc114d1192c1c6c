import type { DashboardQuery, DashboardResource } from '#lib/api/dashboards.contract.ts';
import { mergeStoredNodes, type NodeSums } from '#lib/statistics/run-sums.ts';
import { SLOT_MS, type SumPart, type SumScope } from '#lib/statistics/sum-keys.ts';
import { readNodeLabels } from '#lib/workflow/read-node-labels.ts';
import type { SumOf } from '../../../db/repositories/dashboard-repository.ts';
import type { Repositories } from '../../../db/repositories/repositories.ts';
import type { HandlerContext } from '../../handler-kit/define-handler.ts';
import { loadNodeLabels } from '../../resources/load-node-labels.ts';
import { toErrors, toHours, toModels, toNodes } from './dashboard-details.ts';
import { groupsOf, toGroups, versusOf } from './dashboard-groups.ts';
import { compareSums, toNumbers } from './dashboard-numbers.ts';
import { addAll, countOpen, slotsOf, sumsOfSteps, toPoints, totalOf } from './dashboard-points.ts';
import { dashboardRange } from './dashboard-range.ts';

/**
 * The numbers of a dashboard. Scores of evals will be one more measure of sums and differences.
 * @throws {AppError} `body-invalid` for a range that ends before it begins, or is too long
 */
export async function readDashboard(
  query: DashboardQuery,
  { repos, deps }: Pick<HandlerContext, 'repos' | 'deps'>,
): Promise<DashboardResource> {
  const nowMs = deps.clock.now();
  const range = dashboardRange(query, nowMs);
  await deps.summaries.settle();
  const { starts, startsBefore, step } = range;
  const of = { scope: scopeOf(query), part: partOf(query) };
  const isCompared = query.compare === 'before';
  const here = slotRange(starts);
  const since = isCompared ? slotRange(startsBefore) : here;
  const { dashboards } = repos;
  const whole = { fromMs: since.fromMs, toMs: here.toMs };
  const [rows, nodeRows, partRows, workflowRows, open, oldest] = await Promise.all([
    dashboards.readSlots(of, whole),
    hasNodes(of) ? dashboards.readNodes(of, here) : undefined,
    dashboards.readParts(of.scope, here),
    of.scope.kind === 'workspace' ? dashboards.readWorkflows(here) : [],
    dashboards.readOpen(of, whole),
    dashboards.readOldestRun(),
  ]);
  const slots = rows.flatMap((row) => slotsOf(row, whole));
  const nodes: NodeSums = new Map();
  for (const row of nodeRows ?? []) mergeStoredNodes(nodes, row.nodes);
  const steps = sumsOfSteps(starts, slots);
  const total = addAll(steps);
  const groups = groupsOf(partRows, here);
  const workflows = groupsOf(workflowRows, here).workflow;
  const listed = toNodes(nodes);
  const names = await dashboards.readNames({
    workflowIds: [...new Set([...workflows.keys(), ...listed.flatMap(({ workflowId }) => workflowId ?? [])])],
    keyIds: [...groups.key.keys()],
  });
  const labels = new Map(names.workflows.map(({ id, document }) => [id, readNodeLabels(document)]));
  const labelOf = ({ workflowId, nodeId }: (typeof listed)[number]) => labels.get(workflowId ?? '')?.(nodeId) ?? nodeId;
  const before = totalOf(slots, { fromMs: slotRange(startsBefore).fromMs, toMs: range.beforeUntilMs });
  const until = range.beforeUntilMs;
  return {
    from: iso(starts[0]),
    to: iso(starts.at(-1)),
    zone: query.zone,
    step,
    asOf: iso(nowMs),
    storedSince: oldest?.toISOString() ?? null,
    total: toNumbers(total, countOpen(open, here)),
    points: toPoints(starts, { sums: steps, open, nowMs }),
    before: isCompared
      ? {
          total: toNumbers(before, countOpen(open, { fromMs: startsBefore[0] ?? 0, toMs: until })),
          points: toPoints(startsBefore, { sums: sumsOfSteps(startsBefore, slots), open, nowMs }),
          changes: compareSums(total, before),
        }
      : null,
    hours: toHours(slots, { starts, nowMs, zone: query.zone }),
    models: toModels(total),
    nodes: nodeRows ? listed.map((node) => ({ ...node, label: labelOf(node) })) : null,
    errors: await withLabels(toErrors(steps), repos),
    workflows: toGroups(workflows, names.workflows),
    keys: toGroups(groups.key, names.keys),
    byModel: toGroups(groups.model),
    versions: toGroups(groups.version).toSorted((a, b) => Number(b.id) - Number(a.id)),
    versus: versusOf(groups.version),
  };
}

/** Sums are of whole half hours: those that begin in the range. */
function slotRange(starts: readonly number[]) {
  const ceil = (ms = 0) => Math.ceil(ms / SLOT_MS) * SLOT_MS;
  return { fromMs: ceil(starts[0]), toMs: ceil(starts.at(-1)) };
}

function scopeOf({ workflowId, slug }: DashboardQuery): SumScope {
  if (slug !== undefined) return { kind: 'endpoint', id: slug };
  return workflowId === undefined ? { kind: 'workspace' } : { kind: 'workflow', id: workflowId };
}

function partOf({ version, model, key }: DashboardQuery): SumPart {
  if (version !== undefined) return { kind: 'version', id: String(version) };
  if (model !== undefined) return { kind: 'model', id: model };
  return key === undefined ? { kind: 'all' } : { kind: 'key', id: key };
}

/** Sums of nodes are kept by version, not by model or key. */
function hasNodes({ part }: SumOf): boolean {
  return part.kind === 'all' || part.kind === 'version';
}

async function withLabels(errors: ReturnType<typeof toErrors>, repos: Repositories): Promise<DashboardResource['errors']> {
  const labelsOf = await loadNodeLabels(
    repos,
    errors.map(({ lastRunId }) => lastRunId),
  );
  return errors.map((error) => ({
    ...error,
    nodeLabel: error.nodeId === null ? null : (labelsOf(error.lastRunId)(error.nodeId) ?? null),
  }));
}

function iso(ms: number | undefined): string {
  return new Date(ms ?? 0).toISOString();
}
