'use client';
import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type DroppedFileProps = { name: string; isText: boolean; onAttach: () => void; onClose: () => void };

/** A dropped file that is not a workflow: what it can be for. */
export function DroppedFile({ name, isText, onAttach, onClose }: DroppedFileProps) {
  const t = useTranslations('start.dropped');
  return (
    <div role="status" data-part="dropped-file" className="mx-6 my-3 max-md:mx-4">
      <Notice title={t('title', { name })}>
        <p>{t('text')}</p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2">
          {isText ? <Button onClick={onAttach}>{t('attach')}</Button> : null}
          <Link href="/knowledge" prefetch={false} className="text-accent hover:underline">
            {t('knowledge')}
          </Link>
          <Link href="/files" prefetch={false} className="text-accent hover:underline">
            {t('files')}
          </Link>
          <Button look="quiet" onClick={onClose}>
            {t('close')}
          </Button>
        </p>
      </Notice>
    </div>
  );
}
