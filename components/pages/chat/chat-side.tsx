'use client';
import { PanelLeft, SquarePen, X } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import { ChatLogo } from '#components/chat/chat-logo.tsx';
import { useLook } from '#components/chat/face.tsx';
import { ConversationList } from '#components/pages/chat/conversation-list.tsx';
import { LanguageChoice, ThemeButton } from '#components/pages/chat/page-settings.tsx';
import type { ChatSessions, ChosenSession } from '#components/pages/chat/use-chat-sessions.ts';
import { focusSoon } from '#components/ui/focus-soon.ts';

/** Fewer conversations are found by looking. */
const MIN_FOR_SEARCH = 8;
const CLOSE_ID = 'chat-close';

type ChatSideProps = {
  readonly id: string;
  readonly sessions: ChatSessions;
  readonly isFramed: boolean;
  /** It covers the page. */
  readonly isSheet: boolean;
  readonly isThemeFixed: boolean;
  readonly keepDays: number | null;
  readonly onOpen: (chosen?: ChosenSession) => void;
  readonly onClose: () => void;
  readonly onHide: () => void;
};

/** The conversations of a visitor, and the settings of the page. */
export function ChatSide(props: ChatSideProps) {
  const { id, sessions, isFramed, isSheet, isThemeFixed, keepDays, onOpen, onClose, onHide } = props;
  const t = useTranslations('chatPage');
  const { name } = useLook();
  const { listed, opened, searched } = sessions;
  useEffect(() => {
    // Hidden until its first frame.
    if (isSheet) focusSoon(CLOSE_ID);
  }, [isSheet]);
  const show = (sessionId: string) => {
    const found = listed.items.find((item) => item.id === sessionId);
    if (found) onOpen({ id: found.id, name: found.sessionId });
  };
  return (
    <nav
      id={id}
      aria-label={t('sessions')}
      className="chat-side"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isSheet) return;
        // The widget around it stays open.
        event.preventDefault();
        onClose();
      }}
    >
      <div className="chat-who">
        <ChatLogo size={28} />
        <span className="chat-grow chat-ellipsis">{name}</span>
        {isFramed ? null : <ChatIconButton label={t('hide')} icon={PanelLeft} className="chat-wide-only" onClick={onHide} />}
        <ChatIconButton
          id={CLOSE_ID}
          label={t('close')}
          icon={X}
          className={isFramed ? '' : 'chat-sheet-only'}
          onClick={onClose}
        />
      </div>
      <button type="button" className="chat-button chat-new" onClick={() => onOpen()}>
        <SquarePen size={18} strokeWidth={1.7} aria-hidden="true" />
        {t('new')}
      </button>
      {listed.items.length >= MIN_FOR_SEARCH || searched !== '' ? <Search onSearch={sessions.search} /> : null}
      <ConversationList items={listed.items} currentId={opened?.session?.id} hasMore={listed.nextCursor !== null} onShow={show} />
      {keepDays === null ? null : <p className="chat-small px-2.5">{t('kept', { days: keepDays })}</p>}
      {isFramed ? null : (
        <div className="chat-side-end">
          <LanguageChoice />
          <span className="chat-grow" />
          {isThemeFixed ? null : <ThemeButton />}
        </div>
      )}
    </nav>
  );
}

function Search({ onSearch }: { onSearch: (text: string) => void }) {
  const t = useTranslations('chatPage');
  const [text, setText] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(text.trim());
  }
  return (
    <search>
      <form className="chat-search" onSubmit={submit}>
        <input
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value === '') onSearch('');
          }}
          className="chat-input"
        />
      </form>
    </search>
  );
}
