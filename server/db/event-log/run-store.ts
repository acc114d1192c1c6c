import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import type {
  ApprovalDecision,
  ClaimedRun,
  NodeRow,
  OpenedTurn,
  RunBatch,
  RunCommand,
  RunStore,
  WorkspaceId,
} from '#lib/ports/run-store.ts';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { diskFull, isDiskFull } from '../database/disk-full.ts';
import { sql } from '../database/sql.ts';
import { type ClaimedRow, claimWithPendingSignal, toClaimedRun } from '../queue/claim-runs.ts';
import { type ExpiredRow, expireApprovals, HAS_UNFINISHED, readDecisions } from '../queue/pending-signals.ts';
import { appendStatement } from './append-runs.ts';
import { openTurn } from './open-turn.ts';
import { type EventRow, selectEvents, unpackEvents } from './read-events.ts';

/**
 * How many document hashes to remember as stored, which saves a round trip at each run of the same
 * workflow.
 */
const KNOWN_DOCUMENTS = 1000;
const DEADLOCK_RETRIES = 3;

/** The engine's port to the database: event log, claims, decisions and payloads. */
export class PgRunStore implements RunStore {
  readonly #pool: pg.Pool;
  readonly #instance: { readonly id: string };
  readonly #onAppend: (seconds: number) => void;
  readonly #knownDocuments = new Set<string>();

  /**
   * @param instance the lease of this process, under whose id it claims runs. A new id by default
   * @param onAppend is called with the duration of each append
   */
  constructor(
    pool: pg.Pool,
    {
      instance = { id: randomUUID() },
      onAppend = () => {},
    }: { instance?: { readonly id: string }; onAppend?: (seconds: number) => void } = {},
  ) {
    this.#pool = pool;
    this.#onAppend = onAppend;
    this.#instance = instance;
  }

  async saveDocument(documentHash: string, document: string): Promise<void> {
    if (this.#knownDocuments.has(documentHash)) return;
    await this.#pool.query(
      sql`INSERT INTO documents (hash, document) VALUES (${documentHash}, ${document}) ON CONFLICT DO NOTHING`.named(
        'save-document',
      ),
    );
    if (this.#knownDocuments.size >= KNOWN_DOCUMENTS) this.#knownDocuments.clear();
    this.#knownDocuments.add(documentHash);
  }

  /** @throws {AppError} `not-found` */
  async readDocument(documentHash: string): Promise<string> {
    const { rows } = await this.#pool.query<{ document: string }>(
      sql`SELECT document FROM documents WHERE hash = ${documentHash}`,
    );
    if (rows[0]) return rows[0].document;
    throw new AppError('not-found', `No document with the hash ${documentHash} is stored.`);
  }

  async append(batches: readonly RunBatch[]): Promise<ReadonlySet<string>> {
    if (batches.length === 0) return new Set();
    refuseMalformed(batches);
    const statement = appendStatement(batches, { instanceId: this.#instance.id });
    const sinceMs = performance.now();
    const { rows } = await retryDeadlock(() => this.#pool.query<{ id: string }>(statement)).catch((error: unknown) => {
      throw isDiskFull(error) ? diskFull(error) : error;
    });
    this.#onAppend((performance.now() - sinceMs) / 1000);
    return new Set(rows.map((row) => row.id));
  }

  async readEvents(runId: string, afterSeq: number, limit?: number): Promise<StoredEvent[]> {
    const { rows } = await this.#pool.query<EventRow>(selectEvents({ runId, afterSeq, limit }).named('read-events'));
    return unpackEvents(rows, afterSeq);
  }

  async readRows(runId: string): Promise<NodeRow[]> {
    const { rows } = await this.#pool.query<NodeRow>(
      sql`SELECT node_path AS "nodePath", iteration, status, result FROM run_nodes
        WHERE run_id = ${runId} ORDER BY node_path, iteration`.named('read-node-rows'),
    );
    return rows;
  }

  /**
   * Whether a run can be resumed now. A run that waits for a person cannot, until the decision or
   * its expiry.
   */
  async hasUnfinishedRuns(): Promise<boolean> {
    const { rows } = await this.#pool.query<{ found: boolean }>(HAS_UNFINISHED);
    return rows[0]?.found ?? false;
  }

  async claimWaitingRun(runId: string): Promise<ClaimedRun | undefined> {
    const { rows } = await this.#pool.query<ClaimedRow>(claimWithPendingSignal({ instanceId: this.#instance.id, runId }));
    return rows.map(toClaimedRun)[0];
  }

  async expireApprovals(nowMs: number): Promise<{ runIds: string[]; nextAtMs: number | undefined }> {
    const { rows } = await retryDeadlock(() => this.#pool.query<ExpiredRow>(expireApprovals(nowMs)));
    return { runIds: rows[0]?.runIds ?? [], nextAtMs: rows[0]?.nextAtMs ?? undefined };
  }

  async readDecisions(runId: string): Promise<ApprovalDecision[]> {
    const { rows } = await this.#pool.query<ApprovalDecision>(readDecisions(runId));
    return rows;
  }

  async openTurn(runId: string): Promise<OpenedTurn | undefined> {
    const { rows } = await this.#pool.query<OpenedTurn>(openTurn(runId).named('open-turn'));
    return rows[0];
  }

  async savePayload(workspaceId: WorkspaceId, hash: string, text: string): Promise<void> {
    // Saving again renews the payload, or the retention of the first run that had it would delete it.
    await this.#pool.query(sql`INSERT INTO payloads (workspace_id, hash, text) VALUES (${workspaceId}, ${hash}, ${text})
        ON CONFLICT (workspace_id, hash)
        DO UPDATE SET created_at = CURRENT_TIMESTAMP WHERE payloads.created_at < CURRENT_TIMESTAMP - interval '12 hours'`);
  }

  async readPayload(workspaceId: WorkspaceId, hash: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ text: string }>(
      sql`SELECT text FROM payloads WHERE workspace_id = ${workspaceId} AND hash = ${hash}`,
    );
    return rows[0]?.text;
  }

  async touchPayloads(workspaceId: WorkspaceId, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await this.#pool.query(
      sql`UPDATE payloads SET created_at = CURRENT_TIMESTAMP WHERE workspace_id = ${workspaceId} AND hash = ANY (${[...hashes]})`,
    );
  }

  async readCommands(runId: string): Promise<RunCommand[]> {
    const { rows } = await this.#pool.query<CommandRow>(
      sql`SELECT id AS "commandId", run_id AS "runId", kind, args FROM run_commands
        WHERE run_id = ${runId} AND acknowledged_at IS NULL ORDER BY created_at, id`.named('read-commands'),
    );
    return rows.map(toCommand);
  }

  async acknowledgeCommands(commandIds: readonly string[]): Promise<void> {
    if (commandIds.length === 0) return;
    await this.#pool.query(
      sql`UPDATE run_commands SET acknowledged_at = CURRENT_TIMESTAMP WHERE id = ANY (${[...commandIds]}) AND acknowledged_at IS NULL`,
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

/** PostgreSQL aborts one of two deadlocked statements; nothing of it was committed, so it can run again. */
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
