import type pg from 'pg';
import { z } from 'zod';
import type { EventHub } from '#lib/ports/event-hub.ts';
import type { StoredEvent, ToolCallStatus } from '#lib/run/run-event.ts';
import { type Sql, sql } from '../database/sql.ts';

/** Resolution of the counts, in milliseconds. */
const CALL_STEP_MS = 300_000;
/** Flush interval. Counts in memory are lost when the process is killed or a write fails. */
const FLUSH_AFTER_MS = 2000;
/** Model calls in progress; beyond it the oldest is not counted. */
const MAX_OPEN_CALLS = 10_000;
/** Distinct counts between two writes; further ones are dropped. */
const MAX_COUNTS = 50_000;

function addCounts(counts: readonly Count[]): Sql {
  const column = <Key extends keyof Count>(key: Key) => counts.map((count) => count[key]);
  const durationsMs = counts.map(({ durationMs }) => Math.round(durationMs));
  return sql`INSERT INTO call_counts (workspace_id, at, kind, name, count, failed, duration_ms)
    SELECT runs.workspace_id, to_timestamp(c.at_ms / 1000.0), c.kind, c.name, sum(c.count), sum(c.failed), sum(c.duration_ms)
    FROM unnest(${column('runId')}::text[], ${column('atMs')}::bigint[], ${column('kind')}::text[], ${column('name')}::text[],
      ${column('count')}::int[], ${column('failed')}::int[], ${durationsMs}::bigint[])
      AS c (run_id, at_ms, kind, name, count, failed, duration_ms) JOIN runs ON runs.id = c.run_id
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (workspace_id, at, kind, name) DO UPDATE SET count = call_counts.count + excluded.count,
      failed = call_counts.failed + excluded.failed, duration_ms = call_counts.duration_ms + excluded.duration_ms`;
}

const callSchema = z.object({ callId: z.string(), model: z.object({ name: z.string() }) });
const resultSchema = z.object({ at: z.number(), callId: z.string(), durationMs: z.number(), error: z.unknown().optional() });
const toolSchema = z.object({ at: z.number(), name: z.string(), status: z.string(), durationMs: z.number() });

type Count = {
  runId: string;
  atMs: number;
  kind: 'tool' | 'model';
  name: string;
  count: number;
  failed: number;
  durationMs: number;
};
type Call = Pick<Count, 'runId' | 'kind' | 'name' | 'durationMs'> & { readonly at: number; readonly isFailed: boolean };
type Options = { readonly pool: Pick<pg.Pool, 'query'>; readonly onError: (error: unknown) => void };

/**
 * Counts finished calls of tools and models for the monitor, from published events, so that no
 * append waits for it.
 */
export class CallCounter {
  readonly #options: Options;
  /** By run and call: the model of a call in progress. */
  readonly #models = new Map<string, string>();
  #counts = new Map<string, Count>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** A hub that counts events and passes them on. */
  countThrough(hub: Pick<EventHub, 'publish'>): Pick<EventHub, 'publish'> {
    return {
      publish: (runId, events) => {
        for (const event of events) this.#take(runId, event);
        hub.publish(runId, events);
      },
    };
  }

  /** Stores what is counted so far. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#store());
    return this.#flushing;
  }

  #take(runId: string, { type, json }: StoredEvent): void {
    if (type === 'llm_call') this.#remember(runId, json);
    else if (type === 'llm_result') this.#takeModel(runId, json);
    else if (type === 'tool_result') this.#takeTool(runId, json);
  }

  #remember(runId: string, json: string): void {
    const call = callSchema.safeParse(JSON.parse(json));
    if (!call.success) return;
    this.#models.set(`${runId} ${call.data.callId}`, call.data.model.name);
    if (this.#models.size > MAX_OPEN_CALLS) this.#dropFirst();
  }

  /** A map keeps the order in which its keys came. */
  #dropFirst(): void {
    const [first = ''] = this.#models.keys();
    this.#models.delete(first);
  }

  #takeModel(runId: string, json: string): void {
    const result = resultSchema.safeParse(JSON.parse(json));
    if (!result.success) return;
    const { at, callId, durationMs, error } = result.data;
    const key = `${runId} ${callId}`;
    const name = this.#models.get(key);
    this.#models.delete(key);
    if (name !== undefined) this.#add({ runId, at, kind: 'model', name, durationMs, isFailed: error !== undefined });
  }

  #takeTool(runId: string, json: string): void {
    const result = toolSchema.safeParse(JSON.parse(json));
    if (!result.success) return;
    const { at, name, durationMs, status } = result.data;
    this.#add({ runId, at, kind: 'tool', name, durationMs, isFailed: FAILED.has(status) });
  }

  #add({ runId, at, kind, name, durationMs, isFailed }: Call): void {
    const atMs = Math.floor(at / CALL_STEP_MS) * CALL_STEP_MS;
    const key = `${runId} ${atMs} ${kind} ${name}`;
    const count = this.#counts.get(key) ?? { runId, atMs, kind, name, count: 0, failed: 0, durationMs: 0 };
    count.count++;
    count.failed += isFailed ? 1 : 0;
    count.durationMs += durationMs;
    if (this.#counts.size < MAX_COUNTS) this.#counts.set(key, count);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_AFTER_MS).unref();
  }

  async #store(): Promise<void> {
    if (this.#counts.size === 0) return;
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    try {
      await this.#options.pool.query(addCounts(counts).named('count-calls'));
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

const FAILED: ReadonlySet<string> = new Set<ToolCallStatus>(['error', 'invalid']);
