import { useTranslations } from 'use-intl';
import { drawnPathOf, iterationsOf, type NodePath, nodeIdOf } from '#lib/run/node-path.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/**
 * Names of nodes by their path in a run, with the iterations around them from 1: `each[1]/pause` is
 * "Pause, iteration 2". A node that `nodes` does not have, such as one of a called workflow, keeps its path.
 */
export function usePathName(nodes: readonly WorkflowNode[]): (path: NodePath) => string {
  const t = useTranslations('run');
  return (path) => {
    const nodeOf = (id: string) => nodes.find((node) => node.id === id);
    const isOfCall = drawnPathOf(path, (id) => nodeOf(id)?.type === 'workflow') !== path;
    const name = isOfCall ? undefined : nodeOf(nodeIdOf(path))?.label;
    if (name === undefined) return path;
    const numbers = iterationsOf(path).map(({ index }) => index + 1);
    return numbers.length === 0 ? name : t('inIteration', { name, number: numbers.join('.') });
  };
}
