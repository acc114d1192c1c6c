import { isDay } from '#components/pages/runs/run-filters.ts';

export const dashboardRanges = ['1', '7', '30', '90'] as const;
export type DashboardRange = (typeof dashboardRanges)[number];

export const tileMeasures = ['runs', 'success', 'p50', 'p95', 'firstToken', 'tokens', 'cost', 'feedback'] as const;
export type TileMeasure = (typeof tileMeasures)[number];

/** What the address of the page says. */
export type DashboardAddress = {
  /** Days up to today; `1` is the last 24 hours. Undefined with days of one's own. */
  readonly range?: DashboardRange | undefined;
  /** Days as 2026-11-22, both inclusive. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly workflow?: string | undefined;
  readonly endpoint?: string | undefined;
  /** One of these at a time. */
  readonly version?: string | undefined;
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  /** `none` compares with nothing. */
  readonly compare?: 'none' | undefined;
  /** Of the first plot. */
  readonly measure?: TileMeasure | undefined;
};

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const DEFAULT_RANGE: DashboardRange = '7';

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Unknown values are omitted. */
export function readDashboardAddress(query: Query): DashboardAddress {
  const one = (name: string) => [query[name]].flat()[0]?.slice(0, 200) || undefined;
  const [from, until] = [one('from'), one('until')];
  const hasDays = from !== undefined && until !== undefined && isDay(from) && isDay(until) && from <= until;
  const endpoint = one('endpoint');
  const workflow = endpoint === undefined ? one('workflow') : undefined;
  const version =
    /^[1-9]\d{0,8}$/.test(one('version') ?? '') && (endpoint ?? workflow) !== undefined ? one('version') : undefined;
  const model = version === undefined ? one('model') : undefined;
  const found: DashboardAddress = {
    range: hasDays ? undefined : (dashboardRanges.find((range) => range === one('range')) ?? DEFAULT_RANGE),
    ...(hasDays && { from, until }),
    endpoint,
    workflow,
    version,
    model,
    key: version === undefined && model === undefined ? one('key') : undefined,
    compare: one('compare') === 'none' ? 'none' : undefined,
    measure: tileMeasures.find((measure) => measure === one('measure')),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

export function formatDashboardAddress(address: DashboardAddress): string {
  const params = Object.entries(address).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/dashboards?${new URLSearchParams(params)}`;
}

/** The query of the API. Days are those of the zone. */
export function toDashboardQuery(address: DashboardAddress, { nowMs, zone }: { nowMs: number; zone: string }) {
  const { range = DEFAULT_RANGE, from, until, workflow, endpoint, version, model, key, compare } = address;
  const times =
    from !== undefined && until !== undefined
      ? { from: `${from}T12:00:00Z`, to: new Date(Math.min(Date.parse(`${until}T12:00:00Z`), nowMs)).toISOString() }
      : range === '1'
        ? { from: new Date(nowMs - DAY_MS + HOUR_MS).toISOString() }
        : { from: new Date(nowMs - (Number(range) - 1) * DAY_MS).toISOString() };
  const isOneDay = from !== undefined && from === until;
  return {
    ...(isOneDay ? { from: `${from}T11:59:00Z`, to: times.to } : times),
    zone,
    step: range === '1' && from === undefined ? ('hour' as const) : ('day' as const),
    ...(compare === 'none' && { compare }),
    ...(workflow !== undefined && { workflowId: workflow }),
    ...(endpoint !== undefined && { slug: endpoint }),
    ...(version !== undefined && { version: Number(version) }),
    ...(model !== undefined && { model }),
    ...(key !== undefined && { key }),
  };
}

type RunsOf = { readonly from: string; readonly to: string } & {
  readonly status?: string;
  readonly code?: string;
  readonly errorNode?: string;
  readonly node?: string;
  readonly workflow?: string | undefined;
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  readonly version?: string | undefined;
};

/** The runs that a part of a dashboard counts, on the page of runs. */
export function runsHref({ workflow, endpoint, version, model, key }: DashboardAddress, { from, to, ...of }: RunsOf): string {
  const filters = { workflow, endpoint, version, model, key, ...of, after: from, before: to, mode: 'whole' };
  const params = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/runs?${new URLSearchParams(params)}`;
}
