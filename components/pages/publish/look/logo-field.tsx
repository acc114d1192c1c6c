'use client';
import { ImageUp, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { uploadFile } from '#components/data/upload-file.ts';
import type { LookDraft } from '#components/pages/publish/look/look-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { Progress } from '#components/ui/progress.tsx';
import { MAX_LOGO_BYTES } from '#lib/chat/chat-look.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { formatSize } from '#lib/i18n/format-size.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

type LogoFieldProps = {
  readonly slug: string;
  /** Of the image that is shown. */
  readonly url: string | null;
  readonly onChoose: (logo: LookDraft['logo'], url: string | null) => void;
};

/** The image that stands for a chat page. It is uploaded at once, and becomes the logo when the page is saved. */
export function LogoField({ slug, url, onChoose }: LogoFieldProps) {
  const t = useTranslations('publish.chatPage.look');
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState<{ readonly file: File; readonly sentBytes: number }>();
  async function choose(file: File | undefined) {
    if (!file) return;
    setProblem(undefined);
    if (!TYPES.includes(file.type)) return setProblem(t('logoWrong'));
    if (file.size > MAX_LOGO_BYTES) return setProblem(t('logoTooLarge', { size: formatSize(file.size) }));
    setSending({ file, sentBytes: 0 });
    try {
      const { signal } = new AbortController();
      const path = `chat-pages/${slug}/${file.name}`;
      const onProgress = (sentBytes: number) => setSending({ file, sentBytes });
      const { fileId } = await uploadFile({ file, path, signal, onProgress });
      onChoose({ fileId }, URL.createObjectURL(file));
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setSending(undefined);
    }
  }
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 font-strong text-ink-2">{t('logo')}</legend>
      <span className="flex items-center gap-2">
        {url === null ? null : (
          // biome-ignore lint/performance/noImgElement: Next resizes with a library that a product does not have
          <img src={url} alt="" width={32} height={32} className="size-8 rounded-control border border-line-1 object-contain" />
        )}
        <input
          ref={picker}
          type="file"
          accept={TYPES.join(',')}
          hidden
          data-picker="logo"
          onChange={({ target }) => {
            void choose(target.files?.[0]);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
        <Button aria-disabled={sending !== undefined || undefined} onClick={() => sending || picker.current?.click()}>
          <ImageUp size={13} aria-hidden="true" />
          {t('chooseLogo')}
        </Button>
        {url === null ? null : (
          <Button
            look="quiet"
            size="icon"
            aria-label={t('removeLogo')}
            title={t('removeLogo')}
            onClick={() => onChoose(null, null)}
          >
            <X size={13} aria-hidden="true" />
          </Button>
        )}
      </span>
      {sending ? <Progress label={t('logoSending')} work={{ done: sending.sentBytes, total: sending.file.size }} /> : null}
      <p className="text-meta text-ink-3">{t('logoHelp')}</p>
      {problem === undefined ? null : (
        <p role="alert" className="text-meta text-failed wrap-anywhere">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
