'use client';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CopyIcon } from '#components/chat/copy-icon.tsx';
import { apiClient } from '#components/data/api-client.ts';
import type { SessionShare } from '#lib/api/sessions.contract.ts';

type ShareDialogProps = {
  readonly sessionKey: string;
  readonly stored: SessionShare | null;
  readonly onClose: () => void;
};

/** Shares a conversation by a link: its turns so far, for everybody who has the link. */
export function ShareDialog({ sessionKey, stored, onClose }: ShareDialogProps) {
  const t = useTranslations('chatPage');
  const [share, setShare] = useState(stored);
  const [hasFailed, setHasFailed] = useState(false);
  const params = { id: sessionKey };
  async function attempt(work: Promise<SessionShare | undefined>) {
    setHasFailed(false);
    try {
      setShare((await work) ?? null);
    } catch {
      setHasFailed(true);
    }
  }
  const address = share && new URL(share.url, window.location.origin).href;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-(--scrim)" />
        <Dialog.Content className="chat-dialog">
          <div className="chat chat-dialog-body" data-size="page">
            <Dialog.Title className="chat-dialog-title">{t('share')}</Dialog.Title>
            <Dialog.Description className="chat-small">{t('shareText')}</Dialog.Description>
            {address ? (
              <div className="chat-share">
                <input readOnly aria-label={t('shareLink')} value={address} className="chat-input" />
                <CopyIcon label={t('copyLink')} text={address} />
              </div>
            ) : null}
            {hasFailed ? (
              <p role="alert" className="chat-small">
                {t('failed')}
              </p>
            ) : null}
            <div className="chat-row chat-row-end">
              {share ? (
                <button
                  type="button"
                  className="chat-button"
                  onClick={() => void attempt(apiClient.unshareSession({ params }).then(() => undefined))}
                >
                  {t('unshare')}
                </button>
              ) : null}
              <button
                type="button"
                className="chat-button"
                data-look="primary"
                onClick={() => void attempt(apiClient.shareSession({ params }))}
              >
                {t(share ? 'shareAgain' : 'makeLink')}
              </button>
              <Dialog.Close className="chat-button">{t('close')}</Dialog.Close>
            </div>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
