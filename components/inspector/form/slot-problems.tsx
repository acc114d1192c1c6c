'use client';
import { useTranslations } from 'use-intl';

/** Why credentials are unknown, or the last choice was not stored. */
export function SlotProblems({ fillProblem, loadProblem }: { fillProblem: string | undefined; loadProblem: string | undefined }) {
  const t = useTranslations('credentials.field');
  return (
    <>
      {fillProblem ? <p className="text-meta text-failed wrap-anywhere">{t('notFilled', { reason: fillProblem })}</p> : null}
      {loadProblem ? <p className="text-meta text-failed wrap-anywhere">{t('notLoaded', { reason: loadProblem })}</p> : null}
    </>
  );
}
