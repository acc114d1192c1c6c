'use client';
import { LogOut, MessagesSquare, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Conversation } from '#components/chat/conversation.tsx';
import { SessionHeader } from '#components/chat/session-header.tsx';
import { SessionList } from '#components/chat/session-list.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { type ChatSessions, type ChosenSession, useChatSessions } from '#components/pages/chat/use-chat-sessions.ts';
import { LanguageSwitch } from '#components/shell/language-switch.tsx';
import { ThemeSwitch } from '#components/shell/theme-switch.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { OpenedChatPage } from '#lib/api/chat-pages.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { HOSTED_THEME_COOKIE, type Theme } from '#lib/i18n/theme.ts';

const TITLE_ID = 'chat-title';
const LIST_ID = 'chat-sessions';
const MAIN_ID = 'main';

type ChatRoomProps = {
  readonly page: OpenedChatPage;
  readonly isFramed: boolean;
  readonly theme: Theme;
  /** Undefined for visitors. */
  readonly onLeave: (() => void) | undefined;
};

/** The open conversation of a caller, and the list of sessions, which is folded on a phone and in a frame. */
export function ChatRoom({ page, isFramed, theme, onLeave }: ChatRoomProps) {
  const t = useTranslations('chatPage');
  const sessions = useChatSessions(page.slug, { isFramed });
  const [isListShown, setIsListShown] = useState(false);
  const { opened, problem, setProblem } = sessions;
  const open = (chosen?: ChosenSession) => {
    // What is folded loses the focus.
    if (isListShown && document.getElementById(LIST_ID)?.contains(document.activeElement))
      document.getElementById(MAIN_ID)?.focus();
    setIsListShown(false);
    sessions.open(chosen);
  };
  return (
    <>
      <header className="flex h-(--bar-panel) shrink-0 items-center gap-1 border-b border-line-1 bg-chrome px-2">
        <Button
          look="quiet"
          size="icon"
          className={isFramed ? '' : 'md:hidden'}
          aria-label={t('sessions')}
          title={t('sessions')}
          aria-expanded={isListShown}
          aria-controls={LIST_ID}
          onClick={() => setIsListShown(!isListShown)}
        >
          <MessagesSquare size={14} aria-hidden="true" />
        </Button>
        <h1 className="min-w-0 grow truncate px-1 text-name font-title">{page.title}</h1>
        <Button look="quiet" size="icon" aria-label={t('new')} title={t('new')} onClick={() => open()}>
          <Plus size={14} aria-hidden="true" />
        </Button>
        {onLeave ? (
          <Button look="quiet" size="icon" aria-label={t('leave')} title={t('leave')} onClick={onLeave}>
            <LogOut size={13} aria-hidden="true" />
          </Button>
        ) : null}
      </header>
      <div className={`relative flex min-h-0 grow ${isFramed ? '' : 'md:grid md:grid-cols-[260px_minmax(0,1fr)]'}`}>
        <nav
          id={LIST_ID}
          aria-label={t('sessions')}
          className={`min-h-0 flex-col border-line-1 bg-panel ${isListShown ? 'flex' : 'hidden'} ${
            isFramed ? 'absolute inset-0 z-10' : 'max-md:absolute max-md:inset-0 max-md:z-10 md:flex md:border-r'
          }`}
        >
          <SessionSearch onSearch={sessions.search} />
          <SessionList
            items={sessions.listed.items}
            currentId={opened?.session?.id}
            hasMore={sessions.listed.nextCursor !== null}
            showsOwner={false}
            onShow={(id) => open(chosenOf(sessions.listed.items.find((item) => item.id === id)))}
          />
          {isFramed ? null : (
            <div className="flex shrink-0 flex-wrap gap-2 border-t border-line-1 p-2">
              <LanguageSwitch />
              <ThemeSwitch theme={theme} cookie={HOSTED_THEME_COOKIE} />
            </div>
          )}
        </nav>
        <main id={MAIN_ID} tabIndex={-1} className="flex min-h-0 min-w-0 grow flex-col bg-panel outline-none">
          {problem === undefined ? null : (
            <div className="p-3">
              <Notice title={t('failed')}>{problem}</Notice>
            </div>
          )}
          {/* A session that is still read would look like a new one. */}
          {opened && (opened.session || opened.id === undefined) ? (
            <OpenSession
              page={page}
              isFramed={isFramed}
              opened={opened}
              sessions={sessions}
              onOpen={open}
              onProblem={setProblem}
            />
          ) : null}
        </main>
      </div>
    </>
  );
}

function chosenOf(session: { id: string; sessionId: string } | undefined): ChosenSession | undefined {
  return session && { id: session.id, name: session.sessionId };
}

function SessionSearch({ onSearch }: { onSearch: (text: string) => void }) {
  const t = useTranslations('sessions');
  const [text, setText] = useState('');
  return (
    <search>
      <form
        className="flex shrink-0 items-center gap-1 p-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 grow"
        />
        <Button type="submit" size="icon" aria-label={t('search')} title={t('search')}>
          <Search size={13} aria-hidden="true" />
        </Button>
      </form>
    </search>
  );
}

type OpenSessionProps = {
  readonly page: OpenedChatPage;
  readonly isFramed: boolean;
  readonly opened: NonNullable<ChatSessions['opened']>;
  readonly sessions: ChatSessions;
  readonly onOpen: (chosen?: ChosenSession) => void;
  readonly onProblem: (problem: string) => void;
};

function OpenSession({ page, isFramed, opened: { name, id, session }, sessions, onOpen, onProblem }: OpenSessionProps) {
  const fork = (sessionKey: string, runId: string) =>
    void apiClient
      .forkSession({ params: { id: sessionKey }, body: { runId } })
      .then((forked) => onOpen(chosenOf(forked)))
      .catch((error: unknown) => onProblem(errorMessage(error)));
  return (
    <section aria-labelledby={session ? TITLE_ID : undefined} className="flex min-h-0 grow flex-col">
      {session ? (
        <SessionHeader
          key={session.id}
          id={TITLE_ID}
          session={session}
          partner={undefined}
          onProblem={onProblem}
          onRenamed={sessions.reload}
          onDeleted={() => onOpen()}
        />
      ) : null}
      <div className="min-h-0 grow">
        <Conversation
          key={`${name} ${id ?? ''}`}
          target={{ page, isFramed }}
          sessionName={name}
          stored={session}
          sendsFiles={page.access === 'public'}
          linksRuns={false}
          onChange={sessions.reload}
          onFork={session ? (runId) => fork(session.id, runId) : undefined}
        />
      </div>
    </section>
  );
}
