import type pg from 'pg';
import { z } from 'zod';
import type { EventHub } from '#lib/ports/event-hub.ts';
import { Metrics } from './metrics.ts';

type Gauges = {
  readonly pool: pg.Pool;
  /** Jobs that no worker has taken; nothing where there is no queue. */
  readonly countJobs?: (() => Promise<number>) | undefined;
  readonly watchedRuns: () => number;
  /** Nothing where spans are sent nowhere. */
  readonly waitingTraceParts?: (() => number) | undefined;
};

const LIVE = `SELECT status AS label, count(*)::int AS value FROM runs WHERE status IN ('queued', 'running', 'waiting') GROUP BY status`;
const HOLDERS = 'SELECT kind AS label, count(*)::int AS value FROM holders WHERE lost_at IS NULL GROUP BY kind';
const LIVE_STATUSES = ['queued', 'running', 'waiting'];

/** Nodes have codes of their own, and so may those of others. */
const MAX_CODES = 100;

export type ProcessMetrics = ReturnType<typeof makeProcessMetrics>;

/** Counters of this process, and gauges read at each scrape. */
export function makeProcessMetrics({ pool, countJobs, watchedRuns, waitingTraceParts }: Gauges) {
  const metrics = new Metrics();
  const find = async (text: string) => (await pool.query<{ label: string; value: number }>(text)).rows;
  metrics.gauge('threadloom_runs', 'Runs that have not ended, by status, of all processes.', async () => {
    const found = await find(LIVE);
    return LIVE_STATUSES.map((status) => ({
      labels: { status },
      value: found.find(({ label }) => label === status)?.value ?? 0,
    }));
  });
  metrics.gauge('threadloom_processes', 'Processes with a lease, by kind.', async () =>
    (await find(HOLDERS)).map(({ label, value }) => ({ labels: { kind: label }, value })),
  );
  if (countJobs)
    metrics.gauge('threadloom_queue_jobs', 'Jobs that no worker has taken.', async () => [{ value: await countJobs() }]);
  metrics.gauge('threadloom_watched_runs', 'Runs whose events are followed through this process.', () => [
    { value: watchedRuns() },
  ]);
  metrics.gauge('threadloom_database_waiting', 'Queries that wait for a connection.', () => [{ value: pool.waitingCount }]);
  metrics.gauge('process_resident_memory_bytes', 'Memory of this process.', () => [{ value: process.memoryUsage.rss() }]);
  metrics.readCounter('process_cpu_seconds_total', 'CPU time of this process.', () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / 1e6 }];
  });
  metrics.gauge('process_start_time_seconds', 'When this process began, in seconds since 1970.', () => [
    { value: Math.round(Date.now() / 1000 - process.uptime()) },
  ]);
  if (waitingTraceParts) {
    const read = () => [{ value: waitingTraceParts() }];
    metrics.gauge('threadloom_trace_parts_waiting', 'Parts of traces that wait to be sent to the receiver of spans.', read);
  }
  return {
    read: () => metrics.read(),
    countRequest: metrics.counter('threadloom_http_requests_total', 'Requests, by method and status.'),
    takeRequest: metrics.histogram(
      'threadloom_http_request_seconds',
      'From a request to the end of its answer, streams included.',
    ),
    takeAppend: metrics.histogram('threadloom_append_seconds', 'One statement that stores events of one or many runs.'),
    countEvent: metrics.counter('threadloom_events_total', 'Events stored by this process, by type.'),
    countEnd: metrics.counter('threadloom_runs_ended_total', 'Runs that ended or began to wait in this process, by status.'),
    countHttpError: metrics.counter('threadloom_http_errors_total', 'Requests that were answered with an error, by its code.', {
      maxSeries: MAX_CODES,
    }),
    countWrongCredential: metrics.counter(
      'threadloom_wrong_credentials_total',
      'Requests with a wrong admin token or a wrong key, by kind.',
    ),
    countRunError: metrics.counter(
      'threadloom_run_errors_total',
      'Runs that failed in this process, by the code of their error.',
      {
        maxSeries: MAX_CODES,
      },
    ),
    countTracePart: metrics.counter(
      'threadloom_trace_parts_total',
      'Parts of traces, by what came of them: sent, refused, dropped.',
    ),
    countSpans: metrics.counter('threadloom_spans_sent_total', 'Spans that their receiver took.'),
  };
}

const endSchema = z.object({ status: z.string(), error: z.object({ code: z.string() }).optional() });

/** Counts stored events as they are published. */
export function countPublished(
  hub: Pick<EventHub, 'publish'>,
  { countEvent, countEnd, countRunError }: Pick<ProcessMetrics, 'countEvent' | 'countEnd' | 'countRunError'>,
): Pick<EventHub, 'publish'> {
  return {
    publish(runId, events) {
      // A run has tens of events of few types.
      const counts = new Map<string, number>();
      for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
      for (const [type, count] of counts) countEvent({ type }, count);
      const last = events.at(-1);
      if (last?.type === 'done') {
        const { status, error } = endSchema.parse(JSON.parse(last.json));
        countEnd({ status });
        if (error) countRunError({ code: error.code });
      }
      hub.publish(runId, events);
    },
  };
}
