import type { ApprovalAsk, RunBatch } from '#lib/ports/run-store.ts';
import { keyIdOf, type Owner, WORKSPACE_OWNER } from '#lib/run/owner.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { type Packed, packColumn } from '../database/packed-column.ts';

/** One statement of `append`, ready for `pg`: prepared under its name, one name per shape. */
export type AppendStatement = { readonly name: string; readonly text: string; readonly values: string[] };

type Column<Row> = {
  readonly name: string;
  readonly type: 'text' | 'int' | 'bigint' | 'boolean' | 'double precision';
  readonly of: (row: Row) => Packed;
};
/**
 * Maximum of an `int` column. A larger number would fail the whole statement with the batches of
 * other runs.
 */
const MAX_INT = 2_147_483_647;
/** The last moment of a JavaScript Date, which PostgreSQL can store. */
const MAX_TIME_MS = 8.64e15;
/** The time of an event is at the beginning of its JSON. */
const AT = /"at":(\d{1,16})/;
const HEAD_CHARS = 100;
type RowOfNode = { readonly runId: string; readonly row: RunBatch['rows'][number] };
type AskOfRun = { readonly runId: string; readonly ask: ApprovalAsk };
type ActionOfRun = { readonly runId: string; readonly actionId: string };

const batchColumns: readonly Column<RunBatch>[] = [
  { name: 'run_id', type: 'text', of: (batch) => batch.runId },
  { name: 'lease_token', type: 'bigint', of: (batch) => batch.leaseToken },
  { name: 'first_seq', type: 'int', of: firstSeq },
  { name: 'last_seq', type: 'int', of: (batch) => batch.events.at(-1)?.seq ?? null },
  { name: 'span_ms', type: 'int', of: spanMs },
  { name: 'status', type: 'text', of: (batch) => batch.status },
  { name: 'reason', type: 'text', of: (batch) => batch.reason },
  { name: 'outputs', type: 'text', of: (batch) => batch.outputs },
  { name: 'error', type: 'text', of: (batch) => batch.error },
  { name: 'turn_answer', type: 'text', of: (batch) => batch.turnEnd?.answer ?? null },
  { name: 'turn_parts', type: 'text', of: (batch) => batch.turnEnd?.parts ?? null },
  { name: 'session_state', type: 'text', of: (batch) => batch.turnEnd?.state ?? null },
  { name: 'tokens_used', type: 'int', of: (batch) => Math.min(batch.tokensUsed, MAX_INT) },
  { name: 'cost_usd', type: 'double precision', of: (batch) => batch.costUsd },
  { name: 'is_cost_partial', type: 'boolean', of: (batch) => String(batch.isCostPartial) },
  { name: 'events', type: 'text', of: packEvents },
  { name: 'milestones', type: 'int', of: countMilestones },
  { name: 'effects', type: 'int', of: countEffects },
];
/** Sent with the first batch of a run only: inputs may be large, and a stream has hundreds of batches. */
const identityColumns: readonly Column<RunBatch>[] = [
  { name: 'run_id', type: 'text', of: (batch) => batch.runId },
  { name: 'workspace_id', type: 'text', of: (batch) => batch.workspaceId },
  { name: 'workflow_id', type: 'text', of: (batch) => batch.workflowId },
  { name: 'workflow_name', type: 'text', of: (batch) => batch.workflowName },
  { name: 'document_hash', type: 'text', of: (batch) => batch.documentHash },
  { name: 'mode', type: 'text', of: (batch) => batch.mode },
  { name: 'node_id', type: 'text', of: (batch) => batch.nodeId },
  { name: 'inputs', type: 'text', of: (batch) => batch.inputs },
  { name: 'slug', type: 'text', of: (batch) => batch.deployment?.slug ?? null },
  { name: 'version', type: 'int', of: (batch) => batch.deployment?.version ?? null },
  { name: 'end_user', type: 'text', of: (batch) => batch.deployment?.user ?? null },
  { name: 'session_id', type: 'text', of: (batch) => batch.deployment?.sessionId ?? null },
  { name: 'model', type: 'text', of: (batch) => batch.deployment?.model ?? null },
  {
    name: 'tool_names',
    type: 'text',
    of: ({ deployment }) => (deployment?.toolNames ? JSON.stringify(deployment.toolNames) : null),
  },
  {
    name: 'caller_tools',
    type: 'text',
    of: ({ deployment }) => (deployment?.callerTools ? JSON.stringify(deployment.callerTools) : null),
  },
  { name: 'key_id', type: 'text', of: (batch) => keyIdOf(ownerOf(batch)) },
  { name: 'owner_kind', type: 'text', of: (batch) => ownerOf(batch).kind },
  { name: 'owner_id', type: 'text', of: (batch) => ownerOf(batch).id },
  { name: 'surface', type: 'text', of: ({ origin }) => origin?.surface ?? null },
  { name: 'client', type: 'text', of: ({ origin }) => origin?.client ?? null },
  { name: 'caller_key_id', type: 'text', of: ({ origin }) => origin?.keyId ?? null },
  { name: 'session_key', type: 'text', of: (batch) => batch.session?.sessionKey ?? null },
  { name: 'turn_after', type: 'text', of: (batch) => batch.session?.afterRunId ?? null },
  { name: 'turn_message', type: 'text', of: (batch) => batch.session?.message ?? null },
  { name: 'caller_messages', type: 'text', of: (batch) => batch.callerMessages ?? null },
  { name: 'fork_of', type: 'text', of: ({ fork }) => fork?.of.runId ?? null },
  { name: 'fork_seq', type: 'int', of: ({ fork }) => fork?.of.seq ?? null },
  { name: 'root_run_id', type: 'text', of: ({ fork }) => fork?.of.rootRunId ?? null },
  { name: 'fork_changes', type: 'text', of: ({ fork }) => (fork ? JSON.stringify(fork.changes) : null) },
];
function ownerOf({ deployment }: RunBatch): Owner {
  return deployment?.owner ?? WORKSPACE_OWNER;
}

const nodeColumns: readonly Column<RowOfNode>[] = [
  { name: 'run_id', type: 'text', of: ({ runId }) => runId },
  { name: 'node_path', type: 'text', of: ({ row }) => row.nodePath },
  { name: 'iteration', type: 'int', of: ({ row }) => row.iteration },
  { name: 'status', type: 'text', of: ({ row }) => row.status },
  { name: 'result', type: 'text', of: ({ row }) => row.result },
];
const askColumns: readonly Column<AskOfRun>[] = [
  { name: 'run_id', type: 'text', of: ({ runId }) => runId },
  { name: 'action_id', type: 'text', of: ({ ask }) => ask.actionId },
  { name: 'node_id', type: 'text', of: ({ ask }) => ask.nodeId },
  { name: 'kind', type: 'text', of: ({ ask }) => ask.kind },
  { name: 'tool', type: 'text', of: ({ ask }) => ask.tool },
  { name: 'tool_call_id', type: 'text', of: ({ ask }) => ask.toolCallId },
  { name: 'args', type: 'text', of: ({ ask }) => ask.args },
  { name: 'fixed', type: 'text', of: ({ ask }) => ask.fixed },
  { name: 'description', type: 'text', of: ({ ask }) => ask.description },
  { name: 'expires_at_ms', type: 'bigint', of: ({ ask }) => Math.trunc(Math.min(ask.expiresAtMs, MAX_TIME_MS)) },
];
const actionColumns: readonly Column<ActionOfRun>[] = [
  { name: 'run_id', type: 'text', of: ({ runId }) => runId },
  { name: 'action_id', type: 'text', of: ({ actionId }) => actionId },
];

/**
 * The whole transaction as one statement. A batch whose lease token, seq or status does not fit is
 * dropped alone: every part joins `r`, the runs that were inserted or updated.
 */
export function appendStatement(batches: readonly RunBatch[], { instanceId }: { instanceId: string }): AppendStatement {
  // In one order, so that two appends with common runs wait for each other instead of deadlocking.
  const sorted = [...batches].sort((a, b) => (a.runId < b.runId ? -1 : 1));
  const started = sorted.filter((batch) => firstSeq(batch) === 1);
  const nodes = sorted.flatMap(({ runId, rows }) => rows.map((row) => ({ runId, row })));
  const asks = sorted.flatMap(({ runId, approvals }) => approvals.map((ask) => ({ runId, ask })));
  const consumed = sorted.flatMap(({ runId, consumedApprovals }) => consumedApprovals.map((actionId) => ({ runId, actionId })));
  const withdrawn = sorted.flatMap(({ runId, withdrawnApprovals }) =>
    withdrawnApprovals.map((actionId) => ({ runId, actionId })),
  );
  const shape: Shape = {
    started: started.length > 0,
    others: started.length < sorted.length,
    nodes: nodes.length > 0,
    approvals: asks.length > 0,
    consumed: consumed.length > 0,
    withdrawn: withdrawn.length > 0,
  };
  const { name, text } = statementOf(shape);
  const values = pack(batchColumns, sorted);
  if (shape.started) values.push(...pack(identityColumns, started), instanceId);
  if (shape.nodes) values.push(...pack(nodeColumns, nodes));
  if (shape.approvals) values.push(...pack(askColumns, asks));
  if (shape.consumed) values.push(...pack(actionColumns, consumed));
  if (shape.withdrawn) values.push(...pack(actionColumns, withdrawn));
  return { name, text, values };
}

function firstSeq(batch: RunBatch): number | null {
  return batch.events[0]?.seq ?? null;
}

/** Of a run that is stored at once, when it has ended, this is how long it took. */
function spanMs({ events }: RunBatch): number {
  const [first, last] = [events[0], events.at(-1)].map((event) => Number(AT.exec(event?.json.slice(0, HEAD_CHARS) ?? '')?.[1]));
  const span = (last ?? 0) - (first ?? 0);
  return Number.isNaN(span) ? 0 : Math.min(Math.max(0, span), MAX_INT);
}

/** One JSON text a line: JSON.stringify never writes a line break. */
function packEvents({ events }: RunBatch): string {
  return events.map(({ json }) => (json.includes('\n') ? JSON.stringify(JSON.parse(json)) : json)).join('\n');
}

/** Events that no later process repeats: it restores what was requested, decided or finished. */
const MILESTONES: ReadonlySet<string> = new Set<StoredEvent['type']>([
  'node_finished',
  'confirm_required',
  'approval_decided',
  'run_continued',
  'done',
]);

function countMilestones({ events }: RunBatch): number | null {
  return events.filter(({ type }) => MILESTONES.has(type)).length || null;
}

/**
 * Side effects that succeeded, which no later process repeats, less those whose node discarded its
 * result.
 */
function countEffects({ events }: RunBatch): number | null {
  let count = 0;
  for (const { type, json } of events) {
    if (type === 'effect_discarded') count--;
    if (type === 'effect_finished' && !('error' in JSON.parse(json))) count++;
  }
  return count || null;
}

function pack<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return columns.map(({ of }) => packColumn(rows.map(of)));
}

/** Which parts a statement has; each shape is prepared under its own name. */
type Shape = Readonly<Record<'started' | 'others' | 'nodes' | 'approvals' | 'consumed' | 'withdrawn', boolean>>;
const statements = new Map<string, { name: string; text: string }>();

function statementOf(shape: Shape): { name: string; text: string } {
  const parts = Object.entries(shape).filter(([, isIncluded]) => isIncluded);
  const name = ['append', ...parts.map(([part]) => part)].join('-');
  const known = statements.get(name);
  if (known) return known;
  const made = { name, text: writeStatement(shape) };
  statements.set(name, made);
  return made;
}

function writeStatement(shape: Shape): string {
  let parameters = 0;
  const unpack = <Row>(alias: string, columns: readonly Column<Row>[]) => {
    const arrays = columns.map(({ type }) => `string_to_array($${++parameters}, E'\\x1e', E'\\x1f')::${type}[]`);
    return `unnest(${arrays.join(', ')}) AS ${alias} (${columns.map((column) => column.name).join(', ')})`;
  };
  const parts = [`b AS MATERIALIZED (SELECT * FROM ${unpack('b', batchColumns)})`];
  if (shape.started) parts.push(`made AS (${makeRuns(unpack('f', identityColumns), `$${++parameters}`)})`);
  if (shape.others) parts.push(`moved AS (${MOVE_RUNS})`);
  const runs = [...(shape.started ? ['SELECT * FROM made'] : []), ...(shape.others ? ['SELECT * FROM moved'] : [])];
  parts.push(`r AS (${runs.join(' UNION ALL ')})`);
  parts.push(`e AS (${ADD_EVENTS})`);
  if (shape.nodes) parts.push(`n AS (${addNodes(unpack('n', nodeColumns))})`);
  if (shape.approvals) parts.push(`a AS (${addApprovals(unpack('a', askColumns))})`);
  if (shape.consumed) parts.push(`c AS (${consumeApprovals(unpack('c', actionColumns))})`);
  if (shape.withdrawn) parts.push(`w AS (${withdrawApprovals(unpack('w', actionColumns))})`);
  return `WITH ${parts.join(',\n')}\nSELECT id FROM r`;
}

const BEGUN_AT = `CURRENT_TIMESTAMP - b.span_ms * interval '1 millisecond'`;
const STARTED_AT = `CASE WHEN b.status <> 'queued' THEN ${BEGUN_AT} END`;
const FINISHED_AT = `CASE WHEN b.status IN ('succeeded', 'failed', 'cancelled') THEN CURRENT_TIMESTAMP END`;

const makeRuns = (identities: string, instanceId: string) => `INSERT INTO runs
  (id, workspace_id, workflow_id, workflow_name, document_hash, mode, node_id, inputs,
   slug, version, end_user, session_id, model, tool_names, caller_tools, key_id, owner_kind, owner_id, surface, client, caller_key_id, session_key, turn_after, turn_message, caller_messages, fork_of, fork_seq, root_run_id, fork_changes,
   status, reason, outputs, error, turn_answer, turn_parts, session_state, tokens_used, cost_usd, is_cost_partial, last_seq, lease_token, holder, created_at, started_at, finished_at)
  SELECT b.run_id, f.workspace_id, f.workflow_id, coalesce(f.workflow_name, ''), f.document_hash, f.mode, f.node_id, f.inputs,
    f.slug, f.version, f.end_user, f.session_id, f.model, f.tool_names, f.caller_tools, f.key_id, f.owner_kind, coalesce(f.owner_id, ''), f.surface, f.client, f.caller_key_id, f.session_key, f.turn_after, f.turn_message, f.caller_messages, f.fork_of, f.fork_seq, f.root_run_id, f.fork_changes,
    b.status, b.reason, b.outputs, b.error, b.turn_answer, b.turn_parts, b.session_state, b.tokens_used, b.cost_usd, b.is_cost_partial,
    b.last_seq, b.lease_token, CASE WHEN b.status = 'queued' THEN '' ELSE ${instanceId} END, ${BEGUN_AT}, ${STARTED_AT}, ${FINISHED_AT}
  FROM b JOIN ${identities} ON f.run_id = b.run_id ORDER BY b.run_id
  ON CONFLICT (id) DO NOTHING RETURNING id, workspace_id`;

const MOVE_RUNS = `UPDATE runs SET status = b.status, reason = b.reason, outputs = b.outputs, error = b.error,
    turn_answer = b.turn_answer, turn_parts = b.turn_parts, session_state = b.session_state, tokens_used = b.tokens_used, cost_usd = b.cost_usd, is_cost_partial = b.is_cost_partial, last_seq = b.last_seq, started_at = coalesce(runs.started_at, ${STARTED_AT}), finished_at = ${FINISHED_AT}
  FROM b
  WHERE runs.id = b.run_id AND runs.lease_token = b.lease_token AND runs.last_seq = b.first_seq - 1
    AND runs.status NOT IN ('succeeded', 'failed', 'cancelled')
  RETURNING runs.id, runs.workspace_id`;

const ADD_EVENTS = `INSERT INTO run_events (run_id, first_seq, last_seq, events, milestones, effects)
  SELECT b.run_id, b.first_seq, b.last_seq, b.events, b.milestones, b.effects FROM b JOIN r ON r.id = b.run_id`;

// The first result is kept: a node with a row is never executed again. A conflict would abort the
// other runs' batches.
const addNodes = (nodes: string) => `INSERT INTO run_nodes (run_id, node_path, iteration, status, result)
  SELECT n.run_id, n.node_path, n.iteration, n.status, n.result FROM ${nodes} JOIN r ON r.id = n.run_id
  ON CONFLICT DO NOTHING`;

// A column of one empty text is unpacked as null.
const addApprovals = (asks: string) => `INSERT INTO approvals
  (action_id, run_id, workspace_id, node_id, kind, tool, tool_call_id, args, fixed, description, expires_at)
  SELECT a.action_id, a.run_id, r.workspace_id, a.node_id, a.kind, coalesce(a.tool, ''), a.tool_call_id, a.args, a.fixed,
    coalesce(a.description, ''), to_timestamp(a.expires_at_ms / 1000.0)
  FROM ${asks} JOIN r ON r.id = a.run_id
  ON CONFLICT DO NOTHING`;

const consumeApprovals = (consumed: string) => `UPDATE approvals SET consumed_at = CURRENT_TIMESTAMP
  FROM ${consumed} JOIN r ON r.id = c.run_id
  WHERE approvals.action_id = c.action_id AND approvals.run_id = c.run_id
    AND approvals.status <> 'pending' AND approvals.consumed_at IS NULL`;

const withdrawApprovals = (withdrawn: string) => `UPDATE approvals
  SET status = CASE approvals.status WHEN 'pending' THEN 'expired' ELSE approvals.status END,
    decided_at = coalesce(decided_at, CURRENT_TIMESTAMP), consumed_at = coalesce(consumed_at, CURRENT_TIMESTAMP)
  FROM ${withdrawn} JOIN r ON r.id = w.run_id
  WHERE approvals.action_id = w.action_id AND approvals.run_id = w.run_id`;
