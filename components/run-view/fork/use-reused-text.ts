'use client';
import { useFormatter, useTranslations } from 'use-intl';
import { shortRunId } from '#components/run-view/fork/short-run-id.ts';

/** Where and when the value of a node was made that its run took over. */
export type Reused = { readonly runId: string; readonly seq: number; readonly at: string };

/** From which run a value is, and how old it is when this is drawn. */
export function useReusedText(): (reused: Reused) => string {
  const t = useTranslations('fork');
  const format = useFormatter();
  return ({ runId, at }) => {
    const madeMs = Date.parse(at);
    return t('reusedFrom', { run: shortRunId(runId), age: format.relativeTime(madeMs, Math.max(Date.now(), madeMs)) });
  };
}
