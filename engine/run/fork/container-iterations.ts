import type { ForkSource } from './fork-source.ts';

/** One iteration of a container in its latest attempt. */
export type SourceIteration = {
  readonly index: number;
  /** `each[2.1]` */
  readonly path: string;
  /** Paths of all nodes in it, at any depth. */
  readonly members: readonly string[];
};

const HEAD = /^\[(\d+)(?:\.(\d+))?\]\//;

/** The iterations that a container started in its latest attempt, by index. */
export function latestIterations(containerPath: string, source: Pick<ForkSource, 'inside'>): SourceIteration[] {
  const found = (source.inside.get(containerPath) ?? []).flatMap((path) => {
    const [head, index, retries] = HEAD.exec(path.slice(containerPath.length)) ?? [];
    if (head === undefined) return [];
    return [{ path, index: Number(index), retries: Number(retries ?? 0), iteration: containerPath + head.slice(0, -1) }];
  });
  const latest = found.reduce((most, { retries }) => Math.max(most, retries), 0);
  const byIteration = Map.groupBy(
    found.filter(({ retries }) => retries === latest),
    ({ iteration }) => iteration,
  );
  const iterations = [...byIteration].map(([path, members]) => ({
    path,
    index: members[0]?.index ?? 0,
    members: members.map((member) => member.path),
  }));
  return iterations.sort((a, b) => a.index - b.index);
}
