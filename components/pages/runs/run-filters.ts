import { type RunStatus, runStatusSchema } from '#lib/run/run-status.ts';

const HOUR_MS = 3_600_000;
const sinceMs = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month: 30 * 24 * HOUR_MS } as const;
const lengths = {
  under1s: { maxDurationMs: 1000 },
  over1s: { minDurationMs: 1000 },
  over10s: { minDurationMs: 10_000 },
  over1m: { minDurationMs: 60_000 },
  over10m: { minDurationMs: 600_000 },
} as const;

export const sinceKeys = Object.keys(sinceMs) as readonly (keyof typeof sinceMs)[];
export const tookKeys = Object.keys(lengths) as readonly (keyof typeof lengths)[];
/** `whole`: any but tests of single nodes. */
export const modeKeys = ['draft', 'deployed', 'node', 'whole'] as const;
/** In order of importance to the reader. */
export const statusKeys = [
  'running',
  'waiting',
  'failed',
  'succeeded',
  'cancelled',
  'queued',
] as const satisfies readonly RunStatus[];

/** The run filters of the URL; an undefined filter matches all. */
export type RunFilters = {
  readonly q?: string;
  readonly status?: readonly RunStatus[];
  readonly workflow?: string;
  /** A published version; only together with a workflow. */
  readonly version?: number;
  readonly mode?: (typeof modeKeys)[number];
  readonly since?: keyof typeof sinceMs;
  /** Days, `2026-01-31`, both inclusive. They replace `since`. */
  readonly from?: string;
  readonly until?: string;
  readonly took?: keyof typeof lengths;
  /** In USD: what it cost at least. */
  readonly cost?: number;
  /** Moments, the second exclusive, of links of dashboards. They replace days. */
  readonly after?: string;
  readonly before?: string;
  /** Slug, name of a model, id of a key, code and node of an error, and id of a node: chosen by links alone. */
  readonly endpoint?: string;
  readonly model?: string;
  readonly key?: string;
  readonly code?: string;
  /** Empty for errors without a node. */
  readonly errorNode?: string;
  readonly node?: string;
};

/** Filters that no field of the bar shows. */
export const chipKeys = ['endpoint', 'model', 'key', 'code', 'errorNode', 'node', 'after', 'before'] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

type Read = { get(name: string): string | null };

/** The valid filters of a URL. */
export function readFilters(params: Read): RunFilters {
  const text = (name: string) => params.get(name)?.trim() || undefined;
  const oneOf = <Key extends string>(name: string, keys: readonly Key[]) => keys.find((key) => key === params.get(name));
  const day = (name: string) => (isDay(text(name)) ? text(name) : undefined);
  const status = (text('status') ?? '').split(',').flatMap((word) => runStatusSchema.safeParse(word).data ?? []);
  const workflow = text('workflow');
  const version = Number(text('version'));
  const [from, until] = [day('from'), day('until')];
  const [after, before] = [moment(text('after')), moment(text('before'))];
  const code = text('code')?.slice(0, 100);
  const endpoint = text('endpoint')?.slice(0, 100);
  const found = {
    q: text('q')?.slice(0, 200),
    status: status.length > 0 ? status : undefined,
    workflow,
    version:
      (workflow ?? endpoint) !== undefined && Number.isInteger(version) && version > 0 && version < 1e9 ? version : undefined,
    mode: oneOf('mode', modeKeys),
    since: (from ?? until ?? after ?? before) === undefined ? oneOf('since', sinceKeys) : undefined,
    from,
    until,
    took: oneOf('took', tookKeys),
    cost: readCost(text('cost')),
    after,
    before,
    endpoint,
    model: text('model')?.slice(0, 200),
    key: text('key')?.slice(0, 100),
    code,
    errorNode: code === undefined ? undefined : params.get('errorNode')?.slice(0, 200),
    node: text('node')?.slice(0, 200),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== null));
}

/** A moment with its zone as ISO 8601 in UTC. */
function moment(text: string | undefined): string | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}T/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(ms) || ms < 0 ? undefined : new Date(ms).toISOString();
}

const COST_MAX_USD = 1e9;

/** A typed amount above zero, such as `0.05`. */
export function readCost(text: string | undefined): number | undefined {
  const costUsd = Number((text ?? '').replace(',', '.'));
  return costUsd > 0 && costUsd < COST_MAX_USD ? costUsd : undefined;
}

/** A day since 1970: a date field gives one with the year 2 when the first digit of 2026 is typed. */
export function isDay(text: string | undefined): boolean {
  return text !== undefined && DAY.test(text) && Date.parse(text) >= 0;
}

/** The same as an address; `/runs` without filters. */
export function addressOf(filters: RunFilters): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && (String(value) !== '' || name === 'errorNode')) params.set(name, String(value));
  const search = params.toString();
  return search === '' ? '/runs' : `/runs?${search}`;
}

/** The filters as API query. Days are in the reader's time zone. */
export function queryOf(filters: RunFilters, { nowMs, timeZoneOffsetMs = 0 }: { nowMs: number; timeZoneOffsetMs?: number }) {
  const { q, status, workflow, version, mode, since, from, until, took, cost, after, before } = filters;
  const { endpoint, model, key, code, errorNode, node } = filters;
  const startOf = (day: string, daysOn = 0) => new Date(Date.parse(day) + daysOn * 24 * HOUR_MS + timeZoneOffsetMs).toISOString();
  return {
    ...(q !== undefined && { search: q }),
    ...(status && { status: status.join(',') }),
    ...(workflow !== undefined && { workflowId: workflow }),
    ...(version !== undefined && { version }),
    ...(mode && { mode: mode === 'whole' ? 'draft,deployed' : mode }),
    ...(since && { from: new Date(nowMs - sinceMs[since]).toISOString() }),
    ...(from !== undefined && { from: startOf(from) }),
    ...(until !== undefined && { before: startOf(until, 1) }),
    ...(after !== undefined && { from: after }),
    ...(before !== undefined && { before }),
    ...(endpoint !== undefined && { slug: endpoint }),
    ...(model !== undefined && { model }),
    ...(key !== undefined && { key }),
    ...(code !== undefined && { errorCode: code, ...(errorNode !== undefined && { errorNode }) }),
    ...(node !== undefined && { node }),
    ...(took && lengths[took]),
    ...(cost !== undefined && { minCostUsd: cost }),
  };
}
