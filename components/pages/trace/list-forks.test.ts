import { expect, test } from 'vitest';
import type { ForkedRunResource } from '#lib/api/forks.contract.ts';
import { listForks } from './list-forks.ts';

function forkOf(runId: string, origin: string | undefined, second: number): ForkedRunResource {
  return {
    runId,
    changes: null,
    workflowName: 'W',
    mode: 'draft',
    status: 'succeeded',
    finishedAt: null,
    forkOf: origin === undefined ? null : { runId: origin, seq: 3, rootRunId: 'root' },
    createdAt: new Date(second * 1000).toISOString(),
  };
}

const told = (forks: readonly ForkedRunResource[]) =>
  listForks(forks).map(({ fork, depth }) => `${'  '.repeat(depth)}${fork.runId}`);

test('a run precedes its forks, which are sorted by time', () => {
  const forks = [forkOf('b', 'root', 3), forkOf('root', undefined, 0), forkOf('a', 'root', 1), forkOf('a1', 'a', 5)];
  expect(told(forks)).toEqual(['root', '  a', '    a1', '  b']);
});

test('a fork whose origin was deleted is at the top level', () => {
  expect(told([forkOf('orphan', 'gone', 1), forkOf('inner', 'orphan', 2)])).toEqual(['orphan', '  inner']);
});

test('a chain of many forks is listed to its end', () => {
  const chain = Array.from({ length: 500 }, (_, index) => forkOf(`r${index}`, index === 0 ? undefined : `r${index - 1}`, index));
  expect(listForks(chain).at(-1)).toMatchObject({ depth: 499, fork: { runId: 'r499' } });
});
