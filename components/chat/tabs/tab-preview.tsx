'use client';
import { useTranslations } from 'use-intl';
import { TAB_FRAME_PATH } from '#lib/api/hosted-page.ts';

/** The page itself, in a frame that has nothing of this page and of the person's sign-ins. */
export function TabPreview({ url, name }: { readonly url: string; readonly name: string }) {
  const t = useTranslations('chat');
  return (
    <div className="grid gap-1">
      <iframe
        src={`${TAB_FRAME_PATH}?url=${encodeURIComponent(url)}`}
        title={t('previewOf', { name })}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        className="h-96 max-h-[60dvh] w-full rounded-control border border-line-1 bg-white"
      />
      <p className="text-meta text-ink-3">{t('previewNote')}</p>
    </div>
  );
}
