import { addNodes, mergeStoredNodes, type NodeSums, storeNodes } from '#lib/statistics/run-sums.ts';
import { DAY_MS, SLOT_MS } from '#lib/statistics/sum-keys.ts';
import { packed } from '../../database/packed-column.ts';
import { sql } from '../../database/sql.ts';
import type { Client } from '../../database/transact.ts';
import type { SummedRun } from './read-run-facts.ts';

type NodeRow = { workspaceId: string; grain: string; workflowId: string; slug: string; version: number; atMs: number };
type NodeSum = NodeRow & { readonly nodes: NodeSums };

/** The version of rows of all versions. */
export const ALL_VERSIONS = 0;

/** Adds the nodes of uncounted runs, by half hour and day, workflow and endpoint: of all versions, and of each. */
export async function addNodeSums(client: Client, runs: readonly SummedRun[]): Promise<void> {
  const added = collect(runs);
  if (added.length === 0) return;
  const { rows } = await client.query<NodeRow & { nodes: string }>(
    sql`SELECT s.workspace_id AS "workspaceId", s.grain, s.workflow_id AS "workflowId", s.slug, s.version, k.at_ms AS "atMs", s.nodes
      FROM unnest(${columnsOf(added)}) AS k (workspace_id, grain, workflow_id, slug, version, at_ms)
      JOIN run_node_sums s ON s.workspace_id = k.workspace_id AND s.grain = k.grain AND s.at = to_timestamp(k.at_ms / 1000)
        AND s.workflow_id = k.workflow_id AND s.slug = k.slug AND s.version = k.version`.named('read-node-sums'),
  );
  const byKey = new Map(added.map((sum) => [keyOf(sum), sum]));
  for (const { nodes, ...row } of rows) {
    const sum = byKey.get(keyOf(row));
    if (sum) mergeStoredNodes(sum.nodes, nodes);
  }
  await client.query(
    sql`INSERT INTO run_node_sums (workspace_id, grain, workflow_id, slug, version, at, nodes)
      SELECT k.workspace_id, k.grain, k.workflow_id, k.slug, k.version, to_timestamp(k.at_ms / 1000), k.nodes
      FROM unnest(${columnsOf(added)}, ${packed(
        added.map((sum) => storeNodes(sum.nodes)),
        'text',
      )})
        AS k (workspace_id, grain, workflow_id, slug, version, at_ms, nodes)
      ON CONFLICT (workspace_id, grain, at, workflow_id, slug, version) DO UPDATE SET nodes = excluded.nodes`.named(
      'store-node-sums',
    ),
  );
}

function collect(runs: readonly SummedRun[]): NodeSum[] {
  const sums = new Map<string, NodeSum>();
  for (const run of runs) if (run.nodes.length > 0) for (const row of rowsOf(run)) addNodes(sumOf(sums, row).nodes, run);
  return [...sums.values()];
}

function rowsOf({ workspaceId, workflowId, slug, version, createdAtMs }: SummedRun): NodeRow[] {
  const origin = { workspaceId, workflowId: workflowId ?? '', slug: slug ?? '' };
  const versions = version === null ? [ALL_VERSIONS] : [ALL_VERSIONS, version];
  return versions.flatMap((one) => [
    { ...origin, version: one, grain: 'h', atMs: Math.floor(createdAtMs / SLOT_MS) * SLOT_MS },
    { ...origin, version: one, grain: 'd', atMs: Math.floor(createdAtMs / DAY_MS) * DAY_MS },
  ]);
}

function sumOf(sums: Map<string, NodeSum>, row: NodeRow): NodeSum {
  const key = keyOf(row);
  const sum = sums.get(key) ?? { ...row, nodes: new Map() };
  sums.set(key, sum);
  return sum;
}

function keyOf({ workspaceId, grain, workflowId, slug, version, atMs }: NodeRow): string {
  return `${workspaceId}\n${grain}\n${workflowId}\n${slug}\n${version}\n${atMs}`;
}

function columnsOf(rows: readonly NodeRow[]) {
  const column = <Key extends keyof NodeRow>(key: Key) => rows.map((row) => row[key]);
  return sql`${packed(column('workspaceId'), 'text')}, ${packed(column('grain'), 'text')}, ${packed(column('workflowId'), 'text')},
    ${packed(column('slug'), 'text')}, ${packed(column('version'), 'int')}, ${packed(column('atMs'), 'float8')}`;
}
