import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type { ApprovalDecision, ClaimedRun, NodeRow, RunBatch, RunCommand, RunStore, WorkspaceId } from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { appendStatement } from './append-runs.ts';
import { CLAIM_FREE, CLAIM_TOLD, type ClaimedRow, toClaimedRun } from './claim-runs.ts';
import { diskFull, isDiskFull } from './disk-full.ts';
import { type LeaseStore, REQUEUE_LOST, REQUEUE_OTHERS } from './lease-store.ts';
import { type EventRow, lastFirstSeq, READ_EVENTS, unpackEvents } from './read-events.ts';
import { EXPIRE_APPROVALS, type ExpiredRow, FIND_TOLD_RUNS, HAS_UNFINISHED, READ_DECISIONS } from './waiting-approvals.ts';

/** How many document hashes to remember as stored, which saves a round trip at each run of the same workflow. */
const KNOWN_DOCUMENTS = 1000;
const DEADLOCK_RETRIES = 3;
/** Lost runs that are counted in one go. */
const REQUEUE_BATCH = 500;

/** The engine's side of the database, on the pool that everything shares. */
export class PgRunStore implements RunStore {
  readonly #pool: pg.Pool;
  readonly #holder: { readonly id: string };
  readonly #isAlone: boolean;
  readonly #onAppend: (seconds: number) => void;
  readonly #knownDocuments = new Set<string>();

  /**
   * @param leases where other processes may hold runs too: what says who of them is alive. Without it this one has the database to itself
   * @param holder who this process is, where it has no lease; new at every start by default
   * @param onAppend hears how long each append took
   */
  constructor(
    pool: pg.Pool,
    {
      leases,
      holder = randomUUID(),
      onAppend = () => {},
    }: { leases?: LeaseStore | undefined; holder?: string; onAppend?: (seconds: number) => void } = {},
  ) {
    this.#pool = pool;
    this.#onAppend = onAppend;
    this.#holder = leases ?? { id: holder };
    this.#isAlone = leases === undefined;
  }

  async saveDocument(documentHash: string, document: string): Promise<void> {
    if (this.#knownDocuments.has(documentHash)) return;
    await this.#pool.query({
      name: 'save-document',
      text: 'INSERT INTO documents (hash, document) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      values: [documentHash, document],
    });
    if (this.#knownDocuments.size >= KNOWN_DOCUMENTS) this.#knownDocuments.clear();
    this.#knownDocuments.add(documentHash);
  }

  /** @throws {AppError} `not-found` */
  async readDocument(documentHash: string): Promise<string> {
    const { rows } = await this.#pool.query<{ document: string }>('SELECT document FROM documents WHERE hash = $1', [
      documentHash,
    ]);
    if (rows[0]) return rows[0].document;
    throw new AppError('not-found', `No document with the hash ${documentHash} is stored.`);
  }

  async append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    if (batches.length === 0) return new Set();
    refuseMalformed(batches);
    const statement = appendStatement(batches, { holder: this.#holder.id });
    const sinceMs = performance.now();
    const { rows } = await retryDeadlock(() => this.#pool.query<{ id: string }>(statement)).catch((error: unknown) => {
      throw isDiskFull(error) ? diskFull(error) : error;
    });
    this.#onAppend((performance.now() - sinceMs) / 1000);
    return new Set(rows.map((row) => row.id));
  }

  async readEvents(runId: string, afterSeq: number, limit?: number): Promise<StoredEvent[]> {
    const { rows } = await this.#pool.query<EventRow>({
      name: 'read-events',
      text: READ_EVENTS,
      values: [runId, afterSeq, lastFirstSeq(afterSeq, limit)],
    });
    return unpackEvents(rows, afterSeq);
  }

  async readRows(runId: string): Promise<NodeRow[]> {
    const { rows } = await this.#pool.query<NodeRow>({
      name: 'read-node-rows',
      text: 'SELECT node_path AS "nodePath", iteration, status, result FROM run_nodes WHERE run_id = $1 ORDER BY node_path, iteration',
      values: [runId],
    });
    return rows;
  }

  /** Whether there is a run for the engine to take up now. One that waits for a person is none until it is decided on or its time is over. */
  async hasUnfinishedRuns(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ found: boolean }>(HAS_UNFINISHED);
    return rows[0]?.found ?? false;
  }

  async claimLostRuns(limit: number, { except = [] }: { except?: readonly string[] } = {}): Promise<ClaimedRun[]> {
    const { id } = this.#holder;
    // Counted before they are claimed, in a statement of its own: which of them may be run beside each other depends on all their counts.
    const [text, holder] = this.#isAlone ? [REQUEUE_OTHERS, [id]] : [REQUEUE_LOST, []];
    for (let isMore = true; isMore; ) {
      const { rowCount } = await retryDeadlock(() => this.#pool.query(text, [REQUEUE_BATCH, ...holder]));
      isMore = rowCount === REQUEUE_BATCH;
    }
    const { rows } = await retryDeadlock(() => this.#pool.query<ClaimedRow>(CLAIM_FREE, [id, limit, [...except]]));
    return rows.map(toClaimedRun).sort((a, b) => (a.runId < b.runId ? -1 : 1));
  }

  async claimWaitingRun(runId: string): Promise<ClaimedRun | undefined> {
    const { rows } = await this.#pool.query<ClaimedRow>(CLAIM_TOLD, [this.#holder.id, runId]);
    return rows.map(toClaimedRun)[0];
  }

  async findToldRuns(limit: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(FIND_TOLD_RUNS, [limit]);
    return rows.map(({ id }) => id);
  }

  async expireApprovals(nowMs: number): Promise<{ runIds: string[]; nextAtMs: number | undefined }> {
    const { rows } = await retryDeadlock(() => this.#pool.query<ExpiredRow>(EXPIRE_APPROVALS, [new Date(nowMs)]));
    return { runIds: rows[0]?.runIds ?? [], nextAtMs: rows[0]?.nextAtMs ?? undefined };
  }

  async readDecisions(runId: string): Promise<ApprovalDecision[]> {
    const { rows } = await this.#pool.query<ApprovalDecision>(READ_DECISIONS, [runId]);
    return rows;
  }

  async savePayload(workspaceId: WorkspaceId, hash: string, text: string): Promise<void> {
    // What is saved again is as new, or the retention of the run that had it first would take it away; not each time, since most are saved once.
    await this.#pool.query(
      `INSERT INTO payloads (workspace_id, hash, text) VALUES ($1, $2, $3) ON CONFLICT (workspace_id, hash)
        DO UPDATE SET created_at = CURRENT_TIMESTAMP WHERE payloads.created_at < CURRENT_TIMESTAMP - interval '12 hours'`,
      [workspaceId, hash, text],
    );
  }

  async readPayload(workspaceId: WorkspaceId, hash: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ text: string }>('SELECT text FROM payloads WHERE workspace_id = $1 AND hash = $2', [
      workspaceId,
      hash,
    ]);
    return rows[0]?.text;
  }

  async touchPayloads(workspaceId: WorkspaceId, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await this.#pool.query('UPDATE payloads SET created_at = CURRENT_TIMESTAMP WHERE workspace_id = $1 AND hash = ANY ($2)', [
      workspaceId,
      [...hashes],
    ]);
  }

  async readCommands(runId: string): Promise<RunCommand[]> {
    const { rows } = await this.#pool.query<CommandRow>({
      name: 'read-commands',
      text: `SELECT id AS "commandId", run_id AS "runId", kind, args FROM run_commands
        WHERE run_id = $1 AND acknowledged_at IS NULL ORDER BY created_at, id`,
      values: [runId],
    });
    return rows.map(toCommand);
  }

  async acknowledgeCommands(commandIds: readonly string[]): Promise<void> {
    if (commandIds.length === 0) return;
    await this.#pool.query(
      'UPDATE run_commands SET acknowledged_at = CURRENT_TIMESTAMP WHERE id = ANY ($1) AND acknowledged_at IS NULL',
      [[...commandIds]],
    );
  }
}

type CommandRow = { readonly commandId: string; readonly runId: string; readonly kind: string; readonly args: string | null };
const continueSchema = z.object({ step: z.boolean(), breakpoints: z.array(z.string()).optional() });

function toCommand({ commandId, runId, kind, args }: CommandRow): RunCommand {
  if (kind !== 'continue') return { commandId, runId, kind: 'stop' };
  return { commandId, runId, kind, ...continueSchema.parse(JSON.parse(args ?? '{}')) };
}

function refuseMalformed(batches: readonly RunBatch[]): void {
  const runIds = new Set<string>();
  for (const { runId, events } of batches) {
    if (runIds.has(runId)) throw new AppError('internal', `One append holds two batches of the run ${runId}.`);
    runIds.add(runId);
    const first = events[0]?.seq ?? 0;
    const isGapless = first > 0 && events.every(({ seq }, index) => seq === first + index);
    if (!isGapless) throw new AppError('internal', `A batch of the run ${runId} is empty or has a gap in its seqs.`);
  }
}

/** PostgreSQL undoes one of two statements that wait for each other; nothing of it was committed, so it may simply run again. */
async function retryDeadlock<T>(statement: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await statement();
    } catch (error) {
      const isDeadlock = (error as { code?: string }).code === '40P01';
      if (!isDeadlock || attempt > DEADLOCK_RETRIES) throw error;
    }
  }
}
