'use client';
import { ExternalLink, Menu, SquarePen, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ChatIconButton } from '#components/chat/chat-icon-button.tsx';
import { ChatLogo } from '#components/chat/chat-logo.tsx';
import { useLook } from '#components/chat/face.tsx';
import type { ChatHeadProps } from '#components/pages/chat/chat-head.tsx';
import { openAsPage } from '#components/pages/chat/hand-over.ts';
import { tellWidget } from '#components/pages/chat/tell-widget.ts';

/** The head of a chat in the frame of a widget. */
export function WidgetHead(props: ChatHeadProps & { readonly sessionName: string | undefined }) {
  const { session, isEmpty, hasList, newCount, menuId, listId, isSheet, onMenu, onNew, sessionName } = props;
  const t = useTranslations('chatPage');
  const { name, logoUrl } = useLook();
  const Name = isEmpty ? 'p' : 'h1';
  return (
    <header className="chat-widget-head">
      {hasList ? (
        <ChatIconButton
          id={menuId}
          label={newCount > 0 ? t('sessionsNew', { count: newCount }) : t('sessions')}
          icon={Menu}
          aria-expanded={isSheet}
          aria-controls={listId}
          onClick={onMenu}
        />
      ) : null}
      <ChatLogo size={34} />
      <Name className={`chat-widget-name chat-grow chat-ellipsis ${hasList || logoUrl ? '' : 'pl-2'}`}>{name}</Name>
      {isEmpty ? null : <ChatIconButton label={t('new')} icon={SquarePen} onClick={onNew} />}
      <ChatIconButton label={t('asPage')} icon={ExternalLink} onClick={() => openAsPage(session ? sessionName : undefined)} />
      <ChatIconButton label={t('close')} icon={X} onClick={() => tellWidget('close')} />
    </header>
  );
}
