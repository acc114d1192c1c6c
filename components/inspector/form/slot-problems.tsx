'use client';
import { useTranslations } from 'use-intl';

/** Why credentials are unknown, or the last choice was not stored. */
export function SlotProblems({ notFilled, notLoaded }: { notFilled: string | undefined; notLoaded: string | undefined }) {
  const t = useTranslations('credentials.field');
  return (
    <>
      {notFilled ? <p className="text-meta text-failed wrap-anywhere">{t('notFilled', { reason: notFilled })}</p> : null}
      {notLoaded ? <p className="text-meta text-failed wrap-anywhere">{t('notLoaded', { reason: notLoaded })}</p> : null}
    </>
  );
}
