'use client';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ExportButton } from '#components/chat/export-button.tsx';
import { SessionContext } from '#components/chat/session-context.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Tag } from '#components/ui/tag.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { SessionWithTurns } from '#lib/api/sessions.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type SessionHeaderProps = {
  readonly id: string;
  /** Undefined before the first turn. */
  readonly session: SessionWithTurns | undefined;
  readonly partner: string | undefined;
  readonly onProblem: (message: string) => void;
  readonly onRenamed: () => void;
  readonly onDeleted: () => void;
};

/** Title of a session, whose it is, and what can be done with it. */
export function SessionHeader({ id, session, partner, onProblem, onRenamed, onDeleted }: SessionHeaderProps) {
  const t = useTranslations('sessions');
  const [title, setTitle] = useState<string>();
  const [isDeleting, setIsDeleting] = useState(false);
  const renameForm = useRef<HTMLFormElement>(null);
  const renameButton = useRef<HTMLButtonElement>(null);
  const variables = Object.entries(session?.variables ?? {});
  const attempt = (work: Promise<unknown>, after: () => void) =>
    void work.then(after).catch((error: unknown) => onProblem(errorMessage(error)));
  function closeForm() {
    if (renameForm.current?.contains(document.activeElement)) renameButton.current?.focus();
    setTitle(undefined);
  }
  function rename(event: FormEvent) {
    event.preventDefault();
    if (!session || !title?.trim()) return;
    attempt(apiClient.changeSession({ params: { id: session.id }, body: { title: title.trim() } }), () => {
      closeForm();
      onRenamed();
    });
  }
  return (
    <header className="grid shrink-0 gap-1 border-b border-line-1 px-4 py-2">
      <div className="flex min-w-0 flex-wrap items-center gap-1">
        {title === undefined ? (
          <h2 id={id} className="min-w-0 truncate text-name font-title">
            {visibleText(session?.title || session?.sessionId || t('newTitle'))}
          </h2>
        ) : (
          <form ref={renameForm} onSubmit={rename} className="flex min-w-0 grow items-center gap-1">
            <TextInput
              id={id}
              aria-label={t('titleField')}
              value={title}
              maxLength={200}
              autoFocus
              onChange={(event) => setTitle(event.target.value)}
              className="min-w-0 grow"
            />
            <Button type="submit" look="primary">
              {t('save')}
            </Button>
            <Button onClick={closeForm}>{t('cancel')}</Button>
          </form>
        )}
        {session?.skillId ? <Tag>{t('activeSkill', { name: visibleText(session.skillId) })}</Tag> : null}
        {partner === undefined ? null : <span className="min-w-0 truncate text-ink-2">{visibleText(partner)}</span>}
        <span className="grow" />
        {session ? (
          <>
            <Button
              ref={renameButton}
              look="quiet"
              size="icon"
              aria-label={t('rename')}
              title={t('rename')}
              onClick={() => setTitle(session.title)}
            >
              <Pencil size={13} aria-hidden="true" />
            </Button>
            <ExportButton sessionKey={session.id} onProblem={onProblem} />
            <Button look="quiet" size="icon" aria-label={t('delete')} title={t('delete')} onClick={() => setIsDeleting(true)}>
              <Trash2 size={13} aria-hidden="true" />
            </Button>
            <ConfirmDialog
              isOpen={isDeleting}
              title={t('deleteTitle', { title: visibleText(session.title || session.sessionId) })}
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
        ) : null}
      </div>
      {session ? <SessionContext session={session} /> : null}
      {variables.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-meta text-ink-2">{t('variables', { count: variables.length })}</summary>
          <dl className="mt-1 grid max-h-40 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 overflow-y-auto">
            {variables.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-2">
                  <code>{name}</code>
                </dt>
                <dd className="min-w-0 wrap-anywhere">
                  <code>{visibleText(JSON.stringify(value))}</code>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </header>
  );
}
