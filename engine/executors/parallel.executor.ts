import parallel from '#nodes/parallel/parallel.node.ts';
import { defineExecutor } from '../contract/define-executor.ts';
import { ConcurrentIterations, type IterationEnd } from './concurrent-iterations.ts';

export default defineExecutor(parallel, async ({ config, context }) => {
  const parts = context.bodyParts();
  const iterations = new ConcurrentIterations({
    ...config,
    count: parts.length,
    context,
    // All branches are one iteration of the body, which is part of the paths of its nodes.
    run: (part, signal) => context.runBody({ index: 0, part, variables: {}, signal }),
    nameOf: (index) => `The branch to ${parts[index]?.lastIds.join(' and ')}`,
  });
  const { won, ends } = await iterations.run();
  if (won) return { out: won.value };
  const entries = ends.flatMap((end, index) => entriesOf(end, parts[index]?.lastIds ?? []));
  return { out: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) };
});

/** The value of a branch is that of its last node, or an object of those by id. */
function entriesOf(end: IterationEnd, lastIds: readonly string[]): [string, unknown][] {
  if ('error' in end) return lastIds.map((id) => [id, end]);
  const [only] = lastIds;
  return only !== undefined && lastIds.length === 1 ? [[only, end.value]] : Object.entries(end.value as Record<string, unknown>);
}
