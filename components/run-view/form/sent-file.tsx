'use client';
import { useTranslations } from 'use-intl';
import { Progress } from '#components/ui/progress.tsx';
import { formatPartOfSize } from '#lib/i18n/format-size.ts';

type SentFileProps = { readonly name: string; readonly sizeBytes: number; readonly sentBytes: number };

/** How far the upload of a file of a form is. */
export function SentFile({ name, sizeBytes, sentBytes }: SentFileProps) {
  const t = useTranslations('form');
  const progress = useTranslations('progress');
  const [done, total] = formatPartOfSize(Math.min(sentBytes, sizeBytes), sizeBytes);
  return (
    <Progress
      look="stack"
      isAtOnce
      label={t('sendingFile', { name })}
      work={{ done: sentBytes, total: Math.max(sizeBytes, 1) }}
      amount={progress('ofTotal', { done, total })}
    />
  );
}
