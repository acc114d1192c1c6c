'use client';
import { useTranslations } from 'use-intl';
import { ApiError } from '#lib/api/api-error.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type Kind = 'notTranscribed' | 'notSpoken';

/** Words for a failed call: for people of the studio as the server says it, for visitors in a sentence. */
export function useVoiceProblem({ isOfPage }: { readonly isOfPage: boolean }): (error: unknown, kind: Kind) => string {
  const t = useTranslations('chat');
  return (error, kind) => {
    if (!isOfPage) return errorMessage(error);
    if (!(error instanceof ApiError)) return t(`voice.${kind}`);
    if (error.status === 0) return t('voice.offline');
    if (error.status === 429) return t('sendTooMany');
    if (error.status === 413) return t('voice.tooLong');
    return t(error.status === 401 || error.status === 403 ? 'sendClosed' : `voice.${kind}`);
  };
}
