import type pg from 'pg';
import type { Db } from '#server/db/database/make-db.ts';
import { PgRunStore } from '#server/db/event-log/run-store.ts';
import { LeaseStore } from '#server/db/queue/lease-store.ts';
import { PgQueuedRuns } from '#server/db/queue/queued-runs.ts';
import { runRepository } from '#server/db/repositories/run-repository.ts';
import { explainAsPlanned } from '#tests/support/explain-as-planned.ts';
import { localWorkspace, makeBatch, makeEvents } from '#tests/support/run-batch.ts';

type Statement = { readonly text: string; readonly values: readonly unknown[] };
export type QueryPlan = { readonly asked: string; readonly lines: readonly string[] };

/** How PostgreSQL runs what the product asks of it as runs are listed, shown, written and claimed: each statement run once, and taken back. */
export async function readQueryPlans(pool: pg.Pool, runId: string): Promise<QueryPlan[]> {
  const plans: QueryPlan[] = [];
  // One that is to be claimed has to be there.
  await pool.query("UPDATE runs SET status = 'queued', holder = '' WHERE id = $1", [runId]);
  try {
    for (const [asked, statements] of Object.entries(await recordAll(runId)))
      for (const statement of statements)
        plans.push({ asked, lines: await explainAsPlanned(pool, statement, 'ANALYZE, BUFFERS, COSTS OFF') });
  } finally {
    await pool.query("UPDATE runs SET status = 'succeeded' WHERE id = $1", [runId]);
  }
  return plans;
}

/** As a page of the documentation. */
export function describePlans(plans: readonly QueryPlan[], place: string): string {
  const parts = plans.map(({ asked, lines }) => `## ${asked}\n\`\`\`text\n${lines.map(shorten).join('\n')}\n\`\`\``);
  return `# Query plans\n\nWritten by \`npm run bench -- growth --plans\`, ${place}. Each is the plan of a prepared statement without its values, as our connections have it made, run once.\n\n${parts.join('\n\n')}\n`;
}

/** The statements that the product itself makes: whatever it sends is kept, and answered with nothing. */
async function recordAll(runId: string): Promise<Record<string, Statement[]>> {
  const runs = (db: Db) => runRepository(db, localWorkspace);
  const events = makeEvents(1, 10);
  return {
    'The list of runs: the newest': await ofDb((db) => runs(db).list({ limit: 50 })),
    'The list of runs: those that failed': await ofDb((db) => runs(db).list({ limit: 50, status: ['failed'] })),
    'The list of runs: of one workflow': await ofDb((db) => runs(db).list({ limit: 50, workflowId: 'wf_3' })),
    'The list of runs: a search, first among the newest and then among all': await ofDb((db) =>
      runs(db).list({ limit: 50, search: runId.slice(-12) }),
    ),
    'The page of a run: the run': await ofDb((db) => runs(db).get(runId)),
    'The page of a run: its document': await ofDb((db) => runs(db).getDocument(runId)),
    'The page of a run: its log': await ofDb((db) => runs(db).readEvents(runId, 0, 1000)),
    'An append: the first ten events of a run': await ofPool((pool) =>
      new PgRunStore(pool).append([makeBatch({ runId: 'run_plan', workspaceId: localWorkspace, events })]),
    ),
    'A claim: a worker takes a run that is queued': await ofPool(async (pool) => {
      const queued = new PgQueuedRuns(pool, { leases: new LeaseStore(pool, { kind: 'worker' }), maxPerWorkspace: 0 });
      await queued.claim({ runId, workspaceId: localWorkspace });
    }),
    'A claim: which runs are queued': await ofPool(async (pool) => {
      const queued = new PgQueuedRuns(pool, { leases: new LeaseStore(pool, { kind: 'worker' }), maxPerWorkspace: 0 });
      await queued.find(10);
    }),
  };
}

async function ofDb(ask: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const kept: Statement[] = [];
  const query = async (text: string, values: readonly unknown[]) => {
    kept.push({ text, values });
    return [];
  };
  await ask({ query } as unknown as Db);
  return kept;
}

/** The first statement: what comes after would depend on its answer. */
async function ofPool(ask: (pool: pg.Pool) => Promise<unknown>): Promise<Statement[]> {
  const kept: Statement[] = [];
  const query = async (asked: string | Statement, values: readonly unknown[] = []) => {
    kept.push(typeof asked === 'string' ? { text: asked, values } : asked);
    return { rows: [] };
  };
  await ask({ query, connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool);
  return kept.slice(0, 1);
}

/** A packed column of events may be long. */
function shorten(line: string): string {
  return line.length > 240 ? `${line.slice(0, 239)}…` : line;
}
