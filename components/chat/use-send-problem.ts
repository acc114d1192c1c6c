import { useTranslations } from 'use-intl';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Why a message was not sent: for people of the studio as the server says it, for visitors in words about them. */
export function useSendProblem(failure: unknown, { isOfPage }: { readonly isOfPage: boolean }): string | undefined {
  const t = useTranslations('chat');
  if (failure === undefined) return undefined;
  if (!isOfPage) return t('notSent', { reason: errorMessage(failure) });
  if (!(failure instanceof ApiError)) return t('sendFailed');
  if (failure.status === 0) return t('sendOffline');
  if (failure.status === 429) return t('sendTooMany');
  if (failure.status === 413) return t('sendTooLarge');
  return t(failure.status === 401 || failure.status === 403 || failure.status === 404 ? 'sendClosed' : 'sendFailed');
}
