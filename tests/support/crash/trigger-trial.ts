import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Client, makeClient } from '#lib/api/client.ts';
import type { Workflow, WorkflowTrigger } from '#lib/workflow/workflow.ts';
import { startCluster } from '../postgres-cluster.ts';
import { RandomSource } from '../random/random-source.ts';
import { ServerProcess } from '../server-process.ts';
import { workflowOf } from '../test-engine.ts';

export type TriggerTrial = {
  readonly processes: number;
  /** Due within one minute. */
  readonly schedules: number;
  /** Events; every third one is sent twice. */
  readonly webhooks: number;
  /** Milliseconds between two kills; 0 for none. */
  readonly killEveryMs: number;
  readonly seed: number;
};
export type TriggerReport = {
  readonly kills: number;
  /** Due times, and acknowledged webhooks, without a run. */
  readonly missed: number;
  /** Due times and events with more than one. */
  readonly doubled: number;
  /** From the due time to the stored run. */
  readonly scheduleLatenessMs: readonly number[];
  /** Of each acknowledged request. */
  readonly webhookAckMs: readonly number[];
  readonly resent: number;
  readonly runs: number;
};

const TRIGGERS_A_WORKFLOW = 50;
/** Time to deploy everything before the first one is due. */
const AHEAD_MS = 20_000;
const MINUTE_MS = 60_000;
const SETTLE_LIMIT_MS = 300_000;
/** A killed process may leave a connection open. */
const ANSWER_LIMIT_MS = 5000;
const SENDERS = 12;

/** Kills one of several processes on one database every few seconds while schedules are due and webhooks come. */
export async function runTriggerTrial(trial: TriggerTrial): Promise<TriggerReport> {
  const cluster = await startCluster();
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-triggers-'));
  const sql = new pg.Pool({ connectionString: cluster.url, max: 2 });
  // The cluster may end its connections before they have said goodbye.
  sql.on('error', () => {});
  const env = { THREADLOOM_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const start = () => ServerProcess.start({ dataFolder: join(folder, 'data'), databaseUrl: cluster.url, env });
  // The first one migrates the database.
  const processes = [await start()];
  try {
    while (processes.length < trial.processes) processes.push(await start());
    return await tryTriggers({ trial, processes, start, sql });
  } finally {
    await Promise.all(processes.map((one) => one.end('SIGKILL')));
    await sql.end();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Site = {
  readonly trial: TriggerTrial;
  readonly processes: ServerProcess[];
  readonly start: () => Promise<ServerProcess>;
  readonly sql: pg.Pool;
};

async function tryTriggers({ trial, processes, start, sql }: Site): Promise<TriggerReport> {
  const random = new RandomSource(trial.seed);
  const api = makeClient({ baseUrl: processes[0]?.url ?? '', fetch });
  await deployHook(api);
  const firstAt = new Date(Math.ceil((Date.now() + AHEAD_MS + trial.schedules * 5) / MINUTE_MS) * MINUTE_MS);
  await deploySchedules(api, trial.schedules, firstAt);
  const over = new AbortController();
  await wait(Math.max(0, firstAt.getTime() - Date.now()));
  const killing = killAll({ processes, start, everyMs: trial.killEveryMs, random, signal: over.signal });
  const sent = await sendAll({ trial, processes, random });
  await wait(Math.max(0, firstAt.getTime() + MINUTE_MS - Date.now()));
  await untilSettled(sql);
  over.abort();
  const kills = await killing;
  const { acknowledged, ...measured } = sent;
  return { kills, ...measured, ...(await inspect(sql, { trial, acknowledged })) };
}

function echo(triggers: readonly WorkflowTrigger[]): Workflow {
  const inputs = [{ name: 'key', type: 'text', required: true }];
  const workflow = workflowOf({ start: ['start', { inputs }], end: ['end', { outputs: { key: '{{start.key}}' } }] }, [
    'start -> end',
  ]);
  return { ...workflow, triggers: [...triggers] };
}

async function deployHook(api: Client): Promise<void> {
  const config = { auth: 'none', ratePerMinute: 100_000 };
  const hook = { id: 'hook', type: 'webhook', version: 1, label: '', config, inputs: { key: '{{trigger.body.key}}' } };
  await deploy(api, 'hooked', echo([hook]));
}

async function deploySchedules(api: Client, count: number, firstAt: Date): Promise<void> {
  const day = `${firstAt.getUTCMinutes()} ${firstAt.getUTCHours()} ${firstAt.getUTCDate()} ${firstAt.getUTCMonth() + 1} *`;
  for (let first = 0; first < count; first += TRIGGERS_A_WORKFLOW) {
    const triggers = Array.from({ length: Math.min(TRIGGERS_A_WORKFLOW, count - first) }, (_, index) => ({
      id: `clock_${index}`,
      type: 'schedule',
      version: 1,
      label: '',
      config: { cron: `${(first + index) % 60} ${day}`, timeZone: 'UTC', overlap: 'parallel' },
      inputs: { key: `${first + index}` },
    }));
    await deploy(api, `clocks-${first}`, echo(triggers));
  }
}

async function deploy(api: Client, slug: string, workflow: Workflow): Promise<void> {
  const { id } = await api.createWorkflow({ body: workflow as never });
  await api.deployWorkflow({ params: { id }, body: { slug } });
}

type Killing = Pick<Site, 'processes' | 'start'> & { everyMs: number; random: RandomSource; signal: AbortSignal };

async function killAll({ processes, start, everyMs, random, signal }: Killing): Promise<number> {
  let kills = 0;
  while (everyMs > 0 && !signal.aborted) {
    const isOver = await wait(everyMs, false, { signal }).catch(() => true);
    if (isOver) break;
    const at = random.below(processes.length);
    await processes[at]?.end('SIGKILL');
    kills++;
    processes[at] = await start();
  }
  return kills;
}

type Sent = Pick<TriggerReport, 'webhookAckMs' | 'resent'> & { readonly acknowledged: ReadonlySet<string> };

/** Senders repeat a request that was not acknowledged, as services do. */
async function sendAll({
  trial,
  processes,
  random,
}: Pick<Site, 'trial' | 'processes'> & { random: RandomSource }): Promise<Sent> {
  const webhookAckMs: number[] = [];
  const acknowledged = new Set<string>();
  let resent = 0;
  const keys = Array.from({ length: trial.webhooks }, (_, index) => `hook-${index}`);
  const queue = keys.flatMap((key, index) => (index % 3 === 0 ? [key, key] : [key]));
  const startedAt = performance.now();
  const paceMs = MINUTE_MS / queue.length;
  let next = 0;
  const sendOne = async (key: string) => {
    for (;;) {
      const { url } = processes[random.below(processes.length)] as ServerProcess;
      const since = performance.now();
      const answer = await fetch(`${url}/api/v1/hooks/hooked/hook`, {
        method: 'POST',
        body: JSON.stringify({ key }),
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => undefined);
      if (answer?.status === 202) {
        webhookAckMs.push(performance.now() - since);
        acknowledged.add(key);
        return;
      }
      resent++;
      await wait(50);
    }
  };
  const sender = async () => {
    for (let at = next++; at < queue.length; at = next++) {
      await wait(Math.max(0, startedAt + at * paceMs - performance.now()));
      await sendOne(queue[at] as string);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return { webhookAckMs, acknowledged, resent };
}

async function untilSettled(sql: pg.Pool): Promise<void> {
  for (const since = Date.now(); Date.now() - since < SETTLE_LIMIT_MS; await wait(500)) {
    const { rows } = await sql.query("SELECT count(*)::int AS open FROM trigger_events WHERE status = 'pending'");
    if (rows[0].open === 0) return;
  }
}

type Inspected = Pick<TriggerReport, 'missed' | 'doubled' | 'scheduleLatenessMs' | 'runs'>;

/** Counts the runs of each event by what they got, not by what the events say. */
async function inspect(
  sql: pg.Pool,
  { trial, acknowledged }: { trial: TriggerTrial; acknowledged: ReadonlySet<string> },
): Promise<Inspected> {
  const { rows: runs } = await sql.query<{ slug: string; key: string; count: number }>(
    "SELECT slug, inputs::json ->> 'key' AS key, count(*)::int AS count FROM runs WHERE slug IS NOT NULL GROUP BY 1, 2",
  );
  const counts = new Map(runs.map(({ key, count }) => [key, count]));
  const expected = [...acknowledged, ...Array.from({ length: trial.schedules }, (_, index) => String(index))];
  const { rows: late } = await sql.query<{ ms: number }>(
    `SELECT extract(epoch FROM runs.created_at - e.due_at)::float8 * 1000 AS ms FROM trigger_events e JOIN runs ON runs.id = e.run_id
      WHERE e.due_at IS NOT NULL`,
  );
  return {
    missed: expected.filter((key) => !counts.has(key)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    scheduleLatenessMs: late.map(({ ms }) => ms),
    runs: runs.reduce((sum, { count }) => sum + count, 0),
  };
}
