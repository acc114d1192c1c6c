'use client';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { ChatRoom } from '#components/pages/chat/chat-room.tsx';
import { KeyEntry } from '#components/pages/chat/key-entry.tsx';
import { useChatAccess } from '#components/pages/chat/use-chat-access.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import type { Theme } from '#lib/i18n/theme.ts';

type ChatPageProps = {
  readonly page: OpenedChatPage;
  /** In the frame of a widget. */
  readonly isFramed: boolean;
  readonly theme: Theme;
};

/** The chat of a published workflow, for its callers. */
export function ChatPage({ page, isFramed, theme }: ChatPageProps) {
  const t = useTranslations('chatPage');
  const { access, useKey, leave, retry } = useChatAccess(page);
  useFrame(isFramed);
  if (access.is === 'asking') return <KeyEntry title={page.title} isWrong={access.problem !== undefined} onKey={useKey} />;
  if (access.is === 'open')
    return <ChatRoom page={page} isFramed={isFramed} theme={theme} onLeave={page.access === 'key' ? leave : undefined} />;
  return (
    <main id="main" aria-busy={access.is === 'opening'} className="grow bg-panel p-4">
      {access.is === 'opening' ? (
        <p role="status" className="text-ink-2">
          {t('opening')}
        </p>
      ) : (
        <Notice title={t('notOpened')}>
          <p className="pb-2">{access.problem}</p>
          <Button onClick={retry}>{t('tryAgain')}</Button>
        </Notice>
      )}
    </main>
  );
}

/** Tells the widget that the chat is there, and to close it. No data of the chat leaves the frame. */
function useFrame(isFramed: boolean): void {
  useEffect(() => {
    if (!isFramed) return;
    const tell = (message: 'ready' | 'close') => window.parent.postMessage({ threadloom: message }, '*');
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) tell('close');
    };
    tell('ready');
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isFramed]);
}
