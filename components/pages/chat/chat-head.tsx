'use client';
import { Menu, SquarePen } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import { ChatLogo } from '#components/chat/chat-logo.tsx';
import { ContactLink } from '#components/chat/contact-link.tsx';
import { useLook } from '#components/chat/face.tsx';
import { LanguageChoice, ThemeButton } from '#components/pages/chat/page-settings.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const LazyTitle = lazyPart(async () => (await import('#components/pages/chat/chat-title.tsx')).ChatTitle);

export type ChatHeadProps = {
  /** Undefined before the first turn. */
  readonly session: SessionWithTurns | undefined;
  /** The first screen is shown. */
  readonly isEmpty: boolean;
  readonly hasList: boolean;
  readonly isListHidden: boolean;
  /** Answers that came meanwhile in other conversations. */
  readonly newCount: number;
  readonly menuId: string;
  readonly listId: string;
  readonly isSheet: boolean;
  readonly onMenu: () => void;
  readonly onNew: () => void;
  /** The session was renamed or deleted. */
  readonly onChange: () => void;
  readonly onLeave: (() => void) | undefined;
  /** The owner of the page allows links. */
  readonly canShare: boolean;
};

/** Title of the open conversation and what can be done with it; on the first screen the settings of the page. */
export function ChatHead(props: ChatHeadProps & { readonly isThemeFixed: boolean }) {
  const { session, isEmpty, hasList, isListHidden, newCount, menuId, listId, isSheet, onMenu, onNew, onLeave } = props;
  const t = useTranslations('chatPage');
  const { name } = useLook();
  const menuLabel = newCount > 0 ? t('sessionsNew', { count: newCount }) : t('sessions');
  return (
    <header className="chat-head" data-empty={isEmpty || undefined}>
      {hasList ? (
        <ChatIconButton
          id={menuId}
          label={menuLabel}
          icon={Menu}
          aria-expanded={isSheet}
          aria-controls={listId}
          className={isListHidden ? '' : 'chat-sheet-only'}
          onClick={onMenu}
        />
      ) : null}
      {isEmpty ? null : (
        <span className="chat-who chat-sheet-only">
          <ChatLogo size={26} />
          <span className="chat-ellipsis">{name}</span>
        </span>
      )}
      {isEmpty ? (
        <span className="chat-grow" />
      ) : session ? (
        <Suspense fallback={<h1 className="chat-grow chat-ellipsis">{visibleText(session.title || session.sessionId)}</h1>}>
          <LazyTitle
            key={session.id}
            session={session}
            canShare={props.canShare}
            onChange={props.onChange}
            onDeleted={onNew}
            onLeave={onLeave}
          />
        </Suspense>
      ) : (
        <h1 className="chat-grow chat-ellipsis">{t('new')}</h1>
      )}
      {isEmpty && !hasList ? (
        <>
          <LanguageChoice />
          {props.isThemeFixed ? null : <ThemeButton />}
        </>
      ) : null}
      <span className="chat-wide-only">
        <ContactLink look="quiet" />
      </span>
      <span className="chat-sheet-only">
        <ContactLink isIcon />
      </span>
      {isEmpty ? null : <ChatIconButton label={t('new')} icon={SquarePen} className="chat-sheet-only" onClick={onNew} />}
      {isEmpty && onLeave ? (
        <button type="button" className="chat-button" data-look="quiet" onClick={onLeave}>
          {t('leave')}
        </button>
      ) : null}
    </header>
  );
}
