'use client';
import { useTranslations } from 'use-intl';
import { ErrorCard } from '#components/run-view/error-card.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { NodeError } from '#lib/run/run-event.ts';

type TurnErrorProps = {
  readonly runId: string;
  readonly error: Pick<NodeError, 'code' | 'message'>;
  /** Of a page whose readers did not make the workflow: they read words, and an id to ask about. */
  readonly isOfPage: boolean;
};

/** Why a turn failed. */
export function TurnError({ runId, error, isOfPage }: TurnErrorProps) {
  const t = useTranslations('chat');
  return isOfPage ? <Notice title={t('somethingWrong', { id: runId })} /> : <ErrorCard error={error} />;
}
