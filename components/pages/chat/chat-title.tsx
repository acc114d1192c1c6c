'use client';
import { Download, Ellipsis, Link2, LogOut, Pencil, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveSession } from '#components/chat/save-session.ts';
import { apiClient } from '#components/data/api-client.ts';
import { ShareDialog } from '#components/pages/chat/share-dialog.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { focusSoon } from '#components/ui/focus-soon.ts';
import type { SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

const MAX_CHARS = 200;
const MORE_ID = 'chat-more';

type ChatTitleProps = {
  readonly session: SessionWithTurns;
  /** The owner of the page allows links. */
  readonly canShare: boolean;
  readonly onChange: () => void;
  readonly onDeleted: () => void;
  readonly onLeave: (() => void) | undefined;
};

/** Title of a conversation, and a menu that renames, saves or deletes it. */
export function ChatTitle({ session, canShare, onChange, onDeleted, onLeave }: ChatTitleProps) {
  const t = useTranslations('chatPage');
  const [title, setTitle] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isSharing, setIsSharing] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const shown = visibleText(session.title || session.sessionId);
  const attempt = (work: Promise<unknown>, after: () => void) => {
    setHasFailed(false);
    work.then(after).catch(() => setHasFailed(true));
  };
  function closeForm() {
    setTitle(undefined);
    focusSoon(MORE_ID);
  }
  function rename(event: FormEvent) {
    event.preventDefault();
    if (!title?.trim()) return;
    attempt(apiClient.changeSession({ params: { id: session.id }, body: { title: title.trim() } }), () => {
      closeForm();
      onChange();
    });
  }
  const actions = [
    { name: t('rename'), icon: Pencil, run: () => setTitle(session.title) },
    ...(canShare ? [{ name: t('share'), icon: Link2, run: () => setIsSharing(true) }] : []),
    { name: t('save'), icon: Download, run: () => attempt(saveSession(session.id), () => {}) },
    { name: t('delete'), icon: Trash2, run: () => setIsDeleting(true), isDanger: true },
    ...(onLeave ? [{ name: t('leave'), icon: LogOut, run: onLeave }] : []),
  ];
  return (
    <>
      {title === undefined ? (
        <h1 id="chat-title" className="chat-grow chat-ellipsis">
          {shown}
        </h1>
      ) : (
        <form
          onSubmit={rename}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // The widget around it stays open.
            event.preventDefault();
            closeForm();
          }}
          className="chat-rename"
        >
          <h1 className="sr-only">{shown}</h1>
          <input
            aria-label={t('titleField')}
            value={title}
            maxLength={MAX_CHARS}
            // biome-ignore lint/a11y/noAutofocus: the person asked for the field
            autoFocus
            onChange={(event) => setTitle(event.target.value)}
            className="chat-input"
          />
          <button type="submit" className="chat-button" data-look="primary">
            {t('saveTitle')}
          </button>
        </form>
      )}
      {hasFailed ? (
        <p role="alert" className="chat-small">
          {t('failed')}
        </p>
      ) : null}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger id={MORE_ID} aria-label={t('more')} title={t('more')} className="chat-icon">
          <Ellipsis size={20} strokeWidth={1.7} aria-hidden="true" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={4} className="chat-menu">
            {actions.map(({ name, icon: Icon, run, isDanger }) => (
              <DropdownMenu.Item
                key={name}
                className="chat-menu-item"
                data-danger={isDanger}
                // After the menu has given the focus back.
                onSelect={() => setTimeout(run)}
              >
                <Icon size={18} strokeWidth={1.7} aria-hidden="true" />
                {name}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isSharing ? <ShareDialog sessionKey={session.id} stored={session.share} onClose={() => setIsSharing(false)} /> : null}
      <ConfirmDialog
        isOpen={isDeleting}
        title={t('deleteTitle', { title: shown })}
        cancelLabel={t('cancel')}
        confirmLabel={t('delete')}
        focusAfterId="main"
        onCancel={() => setIsDeleting(false)}
        onConfirm={() => {
          setIsDeleting(false);
          attempt(apiClient.deleteSession({ params: { id: session.id } }), onDeleted);
        }}
      >
        <p>{t('deleteText')}</p>
      </ConfirmDialog>
    </>
  );
}
