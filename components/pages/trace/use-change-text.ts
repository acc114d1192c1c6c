'use client';
import { useTranslations } from 'use-intl';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { ForkChanges } from '#lib/run/run-fork.ts';

const NAMED_MAX = 2;

/** How a fork differs from its source, in a few words. */
export function useChangeText(nameOf: (nodeId: string) => string): (changes: ForkChanges | null) => string {
  const t = useTranslations('fork.tree.changes');
  const named = (paths: readonly string[]) => {
    const names = paths
      .slice(0, NAMED_MAX)
      .map((path) => nameOf(nodeIdOf(path)))
      .join(', ');
    return paths.length > NAMED_MAX ? t('andMore', { names, count: paths.length - NAMED_MAX }) : names;
  };
  return (changes) => {
    const { from, until, values, reuse, skip, iteration, inputs, nodes } = changes ?? {};
    const parts = [
      values?.length ? t('values', { names: named(values) }) : undefined,
      reuse?.length ? t('reuse', { names: named(reuse) }) : undefined,
      skip?.length ? t('skip', { names: named(skip) }) : undefined,
      inputs ? t('inputs') : undefined,
      nodes?.length ? t('nodes', { names: named(nodes) }) : undefined,
      iteration ? t('iteration', { number: iteration.pass + 1, name: nameOf(nodeIdOf(iteration.nodeId)) }) : undefined,
      from?.length ? t('from', { names: named(from) }) : undefined,
      until?.length ? t('until', { names: named(until) }) : undefined,
    ].filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join(', ') : t('none');
  };
}
