'use client';
import { Suspense, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Face } from '#components/chat/face.tsx';
import { pageLook } from '#components/chat/look/face-look.ts';
import { ChatRoom } from '#components/pages/chat/chat-room.tsx';
import { tellWidget } from '#components/pages/chat/tell-widget.ts';
import { useChatAccess } from '#components/pages/chat/use-chat-access.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';

const LazyKeyEntry = lazyPart(async () => (await import('#components/pages/chat/key-entry.tsx')).KeyEntry);

type ChatPageProps = {
  readonly page: OpenedChatPage;
  /** The style sheet of its brand, by `brandStyles`. */
  readonly styles: string;
  /** In the frame of a widget. */
  readonly isFramed: boolean;
  /** The address names a conversation. */
  readonly isNamed: boolean;
};

/** The chat of a published workflow, for its callers. The first screen is drawn before any script has loaded. */
export function ChatPage({ page, styles, isFramed, isNamed }: ChatPageProps) {
  useFrame(isFramed);
  return (
    <>
      {/* Colours and numbers of a checked schema, and nothing that an owner wrote. */}
      <style>{styles}</style>
      <Face look={pageLook(page.look, page.title)} size={isFramed ? 'small' : 'page'}>
        <Entry page={page} isFramed={isFramed} isNamed={isNamed} />
      </Face>
    </>
  );
}

function Entry({ page, isFramed, isNamed }: Omit<ChatPageProps, 'styles'>) {
  const t = useTranslations('chatPage');
  const { access, useKey, leave, retry, ensure, onRefused } = useChatAccess(page);
  if (access.is === 'asking')
    return (
      <Suspense fallback={null}>
        <LazyKeyEntry title={page.title} problem={access.problem} onKey={useKey} />
      </Suspense>
    );
  if (access.is === 'open' || (access.is === 'opening' && page.access === 'public'))
    return (
      <ChatRoom
        page={page}
        isFramed={isFramed}
        isNamed={isNamed}
        hasSessions={access.is === 'open' ? !access.isNew : undefined}
        beforeAsk={ensure}
        onRefused={onRefused}
        onLeave={page.access === 'key' ? leave : undefined}
      />
    );
  return (
    <main id="main" aria-busy={access.is === 'opening'} className="grid grow place-content-center p-6">
      {access.is === 'opening' ? (
        <p role="status" className="chat-small">
          {t('opening')}
        </p>
      ) : (
        <div className="grid justify-items-center gap-4 text-center" role="alert">
          <h1>{t('notOpened')}</h1>
          <button type="button" className="chat-button" data-look="primary" onClick={retry}>
            {t('tryAgain')}
          </button>
        </div>
      )}
    </main>
  );
}

/** The widget closes on Escape. */
function useFrame(isFramed: boolean): void {
  useEffect(() => {
    if (!isFramed) return;
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) tellWidget('close');
    };
    tellWidget('ready');
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isFramed]);
}
