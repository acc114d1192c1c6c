import type { ForkSource } from './fork-source.ts';

/** One iteration of a container in the latest attempt that began it. */
export type SourceIteration = {
  readonly index: number;
  /** `each[2.1]` */
  readonly path: string;
  /** Paths of all nodes in it, at any depth. */
  readonly members: readonly string[];
};

const HEAD = /^\[(\d+)(?:\.(\d+))?\]\//;

/** The iterations that a container started, each as its latest attempt that began it, by index. */
export function latestIterations(containerPath: string, source: Pick<ForkSource, 'inside'>): SourceIteration[] {
  const found = (source.inside.get(containerPath) ?? []).flatMap((path) => {
    const [head, index, retries] = HEAD.exec(path.slice(containerPath.length)) ?? [];
    if (head === undefined) return [];
    return [{ path, index: Number(index), retries: Number(retries ?? 0), iteration: containerPath + head.slice(0, -1) }];
  });
  const iterations = [...Map.groupBy(found, ({ index }) => index)].map(([index, attempts]) => {
    const latest = attempts.reduce((most, { retries }) => Math.max(most, retries), 0);
    const members = attempts.filter(({ retries }) => retries === latest);
    return { index, path: members[0]?.iteration ?? '', members: members.map(({ path }) => path) };
  });
  return iterations.sort((a, b) => a.index - b.index);
}
