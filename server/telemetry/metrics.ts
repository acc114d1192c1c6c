/** The text format of Prometheus. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;
type Sample = { readonly labels?: Labels; readonly value: number };
type Series = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  read(): Promise<string[]>;
};

/** Upper bounds in seconds: from an append in memory to a request that waits for a model. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** @param by @defaultValue 1 */
export type Counter = (labels?: Labels, by?: number) => void;
export type Histogram = (seconds: number) => void;

/**
 * Numbers of this process in the text format of Prometheus.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
type ReadSamples = () => Promise<readonly Sample[]> | readonly Sample[];

export class Metrics {
  readonly #series: Series[] = [];

  /**
   * @param options `maxSeries`: limit of label sets, where labels come from outside; further ones
   * count under `other`
   * @returns what adds to it
   */
  counter(name: string, help: string, { maxSeries = Number.POSITIVE_INFINITY }: { maxSeries?: number } = {}): Counter {
    const counts = new Map<string, number>();
    this.#series.push({
      name,
      help,
      type: 'counter',
      read: async () => [...counts].map(([labels, count]) => `${name}${labels} ${count}`),
    });
    return (labels, by = 1) => {
      const asked = formatLabels(labels);
      const isKept = counts.has(asked) || counts.size < maxSeries;
      const key = isKept ? asked : formatLabels(mapToOther(labels));
      counts.set(key, (counts.get(key) ?? 0) + by);
    };
  }

  /** @returns what takes a duration */
  histogram(name: string, help: string): Histogram {
    const buckets = SECONDS.map(() => 0);
    let count = 0;
    let sum = 0;
    const read = async () => [
      ...buckets.map((below, index) => `${name}_bucket${formatLabels({ le: String(SECONDS[index]) })} ${below}`),
      `${name}_bucket${formatLabels({ le: '+Inf' })} ${count}`,
      `${name}_sum ${sum}`,
      `${name}_count ${count}`,
    ];
    this.#series.push({ name, help, type: 'histogram', read });
    return (seconds) => {
      count++;
      sum += seconds;
      for (let index = SECONDS.length - 1; index >= 0 && seconds <= (SECONDS[index] as number); index--)
        buckets[index] = (buckets[index] as number) + 1;
    };
  }

  /** A gauge that is read at each scrape. It is omitted while it cannot be read. */
  gauge(name: string, help: string, read: ReadSamples): void {
    this.#add({ name, help, type: 'gauge', read });
  }

  /** As `gauge`, of what only grows while this process lives. */
  readCounter(name: string, help: string, read: ReadSamples): void {
    this.#add({ name, help, type: 'counter', read });
  }

  #add({ name, read, ...series }: Pick<Series, 'name' | 'help' | 'type'> & { readonly read: ReadSamples }): void {
    const lines = async () => (await read()).map(({ labels, value }) => `${name}${formatLabels(labels)} ${value}`);
    this.#series.push({ name, ...series, read: () => lines().catch(() => []) });
  }

  /** All of it, ready to be sent as `text/plain; version=0.0.4`. */
  async read(): Promise<string> {
    const parts = await Promise.all(
      this.#series.map(async ({ name, help, type, read }) =>
        [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...(await read())].join('\n'),
      ),
    );
    return `${parts.join('\n')}\n`;
  }
}

function mapToOther(labels: Labels = {}): Labels {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, 'other']));
}

function formatLabels(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
