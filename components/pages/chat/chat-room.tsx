'use client';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { COMPOSER_ID, Conversation } from '#components/chat/conversation.tsx';
import { ChatHead } from '#components/pages/chat/chat-head.tsx';
import { useAnswerNotice } from '#components/pages/chat/use-answer-notice.ts';
import { type ChosenSession, useChatSessions } from '#components/pages/chat/use-chat-sessions.ts';
import { WidgetHead } from '#components/pages/chat/widget-head.tsx';
import { focusSoon } from '#components/ui/focus-soon.ts';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { useStableCall } from '#components/ui/use-stable-call.ts';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import './room.css';

const LIST_ID = 'chat-sessions';
const MAIN_ID = 'main';
const MENU_ID = 'chat-menu';
/** Where a field in focus calls no keyboard over half of the page. */
const WIDE = '(min-width: 721px) and (pointer: fine)';

const LazySide = lazyPart(async () => (await import('#components/pages/chat/chat-side.tsx')).ChatSide);

type ChatRoomProps = {
  readonly page: OpenedChatPage;
  readonly isFramed: boolean;
  /** The address names a conversation. */
  readonly isNamed: boolean;
  /** Undefined until the store of the browser is read; false for a visitor who has no sessions yet. */
  readonly hasSessions: boolean | undefined;
  readonly beforeAsk: () => Promise<void>;
  readonly onRefused: () => void;
  /** Undefined for visitors. */
  readonly onLeave: (() => void) | undefined;
};

/** The open conversation of a caller, and the list of conversations once there are any. */
export function ChatRoom(props: ChatRoomProps) {
  const { page, isFramed, isNamed, hasSessions, beforeAsk, onRefused, onLeave } = props;
  const t = useTranslations('chatPage');
  const refused = useStableCall(onRefused);
  const sessions = useChatSessions(page.slug, { isFramed, isNamed, hasSessions, onRefused: refused });
  const { opened, listed, searched, hasFailed } = sessions;
  const reload = useStableCall(sessions.reload);
  const [isSheet, setIsSheet] = useState(false);
  const [isHidden, setIsHidden] = useState(false);
  const openId = opened?.session?.id;
  const hasSide = (listed.items.length > 0 || searched !== '') && !isHidden;
  const newCount = listed.items.filter(({ id, hasNewAnswer }) => id !== openId && hasNewAnswer).length;
  const notice = useAnswerNotice(listed.items, { heading: page.title, isFramed });
  const isWaiting = listed.items.some(({ status }) => status === 'waiting');
  const count = Math.max(newCount, notice.arrivedCount);
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${page.title}` : page.title;
  }, [count, page.title]);
  const isReady = opened !== undefined && hasSessions !== undefined;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isReady || !isFirst.current) return;
    isFirst.current = false;
    if (!isFramed && window.matchMedia(WIDE).matches) document.getElementById(COMPOSER_ID)?.focus({ preventScroll: true });
  }, [isReady, isFramed]);

  function closeSheet() {
    setIsSheet(false);
    focusSoon(MENU_ID);
  }
  function open(chosen?: ChosenSession) {
    // What is folded loses the focus.
    if (isSheet && document.getElementById(LIST_ID)?.contains(document.activeElement)) focusSoon(MAIN_ID);
    setIsSheet(false);
    sessions.open(chosen);
    if (!chosen) document.getElementById(COMPOSER_ID)?.focus({ preventScroll: true });
  }
  const session = opened?.session;
  const isEmpty = opened !== undefined && !sessions.isBegun;
  const head = {
    session,
    isEmpty,
    hasList: listed.items.length > 0,
    isListHidden: isHidden,
    newCount,
    menuId: MENU_ID,
    listId: LIST_ID,
    isSheet,
    onMenu: () => (isHidden ? setIsHidden(false) : setIsSheet(!isSheet)),
    onNew: () => open(),
    onChange: reload,
    onLeave,
    canShare: page.look.sharing && page.access === 'public',
  };
  return (
    <>
      {isFramed ? null : (
        <a href={`#${COMPOSER_ID}`} className="chat-skip">
          {t('skip')}
        </a>
      )}
      {isFramed ? <WidgetHead {...head} sessionName={opened?.name} /> : null}
      <div
        className="chat-frame"
        data-side={hasSide || undefined}
        data-sheet={(isSheet && hasSide) || undefined}
        data-framed={isFramed || undefined}
      >
        {hasSide ? (
          <Suspense fallback={<div className="chat-side" />}>
            <LazySide
              id={LIST_ID}
              sessions={sessions}
              isFramed={isFramed}
              isSheet={isSheet}
              isThemeFixed={page.look.theme !== 'visitor'}
              keepDays={page.look.keepDays}
              onOpen={open}
              onClose={closeSheet}
              onHide={() => setIsHidden(true)}
            />
            {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it, too */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
            <div className="chat-scrim" onClick={closeSheet} />
          </Suspense>
        ) : null}
        <main id={MAIN_ID} tabIndex={-1} inert={isSheet && hasSide} className="chat-main">
          {isFramed ? null : <ChatHead {...head} isThemeFixed={page.look.theme !== 'visitor'} />}
          {hasFailed ? (
            <p role="alert" className="chat-problem chat-notice">
              {t('notLoaded')}{' '}
              <button type="button" className="underline" onClick={() => reload()}>
                {t('tryAgain')}
              </button>
            </p>
          ) : null}
          {isWaiting && notice.allow ? (
            <p className="chat-notice chat-small">
              {t('notifyOffer')}{' '}
              <button type="button" className="chat-button" onClick={() => void notice.allow?.()}>
                {t('notify')}
              </button>
            </p>
          ) : null}
          {/* A session that is still read would look like a new one. */}
          {opened && (session || opened.id === undefined) ? (
            <Conversation
              key={`${opened.name} ${opened.id ?? ''}`}
              target={{ page, isFramed }}
              sessionName={opened.name}
              stored={session}
              sendsFiles={page.access === 'public'}
              linksRuns={false}
              onChange={reload}
              onFork={undefined}
              voice={{ ...page.voice, slug: page.slug, isOfPage: true, beforeCall: beforeAsk }}
              beforeAsk={async () => {
                sessions.begin();
                await beforeAsk();
              }}
            />
          ) : (
            <div className="chat-body" aria-busy="true">
              <div className="chat-thread" />
            </div>
          )}
        </main>
      </div>
    </>
  );
}
