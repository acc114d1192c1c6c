'use client';
import { useFormatter, useTranslations } from 'use-intl';
import type { PlannedNodeResource } from '#lib/api/forks.contract.ts';

/** Texts about a node in a plan: why it runs or not, and the age of a reused value. */
export function usePlanTexts(nameOf: (nodeId: string) => string) {
  const t = useTranslations('fork');
  const format = useFormatter();
  return ({ because, by, from, iterations }: PlannedNodeResource) => {
    const why = t(`because.${because}`, { by: by === undefined ? '' : nameOf(by) });
    const ofIterations =
      iterations && iterations.runs > 0 && iterations.reused > 0
        ? t('iterations', { ...iterations, all: iterations.runs + iterations.reused })
        : '';
    return {
      why: [why, ofIterations].filter((part) => part !== '').join(', '),
      // Relative to when the plan was made, so that the text does not change while it is read.
      age: from && format.relativeTime(new Date(from.at), Date.parse(from.at) + from.ageMs),
    };
  };
}
