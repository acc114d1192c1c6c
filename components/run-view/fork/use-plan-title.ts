'use client';
import { useTranslations } from 'use-intl';
import type { ForkDraft } from '#components/run-view/fork/fork-draft.ts';
import { nodeIdOf } from '#lib/run/node-path.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** What is about to be started, in a few words. */
export function usePlanTitle({ iteration, from, until, atSeq }: ForkDraft, nodes: readonly WorkflowNode[]): string {
  const t = useTranslations('fork.title');
  const nameOf = (path = '') => nodes.find(({ id }) => id === nodeIdOf(path))?.label ?? path;
  if (iteration) return t('iteration', { name: nameOf(iteration.nodeId), number: iteration.index + 1 });
  if (from) return from.length === 1 ? t('from', { name: nameOf(from[0]) }) : t('fromSeveral', { count: from.length });
  if (until) return until.length === 1 ? t('until', { name: nameOf(until[0]) }) : t('untilSeveral', { count: until.length });
  return atSeq === undefined ? t('fork') : t('forkAt', { seq: atSeq });
}
