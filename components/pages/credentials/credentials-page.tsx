'use client';
import { KeyRound, Plus } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CredentialForm, callbackUrl } from '#components/credentials/credential-form.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { useCredentialList } from '#components/data/use-credential-list.ts';
import type { CredentialAction } from '#components/pages/credentials/credential-menu.tsx';
import { CredentialRow, credentialMenuId } from '#components/pages/credentials/credential-row.tsx';
import { CredentialTable } from '#components/pages/credentials/credential-table.tsx';
import { EmptyState } from '#components/shell/empty-state.tsx';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

type CredentialsPageProps = { first: readonly CredentialResource[]; loadedAtMs: number };
const ADD_ID = 'add-credential';

type Opened = { readonly id: string; readonly part: 'facts' | 'values' | 'test' };

/** The credentials of the workspace: create, test, replace the value, and see where each is used. */
export function CredentialsPage({ first, loadedAtMs }: CredentialsPageProps) {
  const t = useTranslations('credentials');
  const { credentials, error, reload, show, ...list } = useCredentialList({ items: first, loadedAtMs });
  const { problem, run } = useChange();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const [toDelete, setToDelete] = useState<CredentialResource>();

  function close(id: string) {
    setOpened(undefined);
    document.getElementById(credentialMenuId(id))?.focus();
  }

  function closeNew() {
    setIsAdding(false);
    document.getElementById(ADD_ID)?.focus();
  }

  const change = (call: () => Promise<unknown>) =>
    run(async () => {
      await call();
      await reload();
    });

  /** Leaves the page; the authorization server leads back to it. */
  function connect({ id }: CredentialResource) {
    void change(async () => {
      const { url } = await apiClient.beginAuthorization({ params: { id }, body: { redirectUri: callbackUrl() } });
      window.location.assign(url);
    });
  }

  function act(credential: CredentialResource, action: CredentialAction) {
    if (action === 'connect') return connect(credential);
    if (action === 'remove') return setToDelete(credential);
    const isShown = opened?.id === credential.id && opened.part === action;
    setOpened(isShown ? undefined : { id: credential.id, part: action });
  }

  function deleteChosen() {
    const id = toDelete?.id;
    setToDelete(undefined);
    if (id !== undefined) void change(() => apiClient.deleteCredential({ params: { id } }));
  }

  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      actions={
        <Button id={ADD_ID} look="primary" size="large" aria-expanded={isAdding} onClick={() => setIsAdding(true)}>
          <Plus size={14} aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      <div aria-live="polite">
        <LoadProblem error={error} isStale onRetry={() => void reload()} className="px-4 py-3" />
        {problem === undefined ? null : (
          <div className="px-4 pt-3">
            <Notice title={t('notSaved')}>{problem}</Notice>
          </div>
        )}
      </div>
      {isAdding ? (
        <section aria-labelledby="adding" className="border-b border-line-1 px-4 py-4">
          <div className="grid max-w-200 gap-3">
            <h2 id="adding" className="text-name font-title">
              {t('add')}
            </h2>
            <CredentialForm
              mode={{ kind: 'new' }}
              onSaved={async (saved) => {
                show(saved);
                await reload();
                closeNew();
              }}
              onCancel={closeNew}
            />
          </div>
        </section>
      ) : null}
      {credentials.length === 0 ? (
        isAdding ? null : (
          <Empty onAdd={() => setIsAdding(true)} />
        )
      ) : (
        <CredentialTable>
          {credentials.map((credential) => (
            <CredentialRow
              key={credential.id}
              credential={credential}
              nowMs={list.loadedAtMs ?? loadedAtMs}
              opened={opened?.id === credential.id ? opened.part : undefined}
              onAction={(action) => act(credential, action)}
              onSaved={async (saved) => {
                show(saved);
                await reload();
                close(credential.id);
              }}
              onTested={() => void reload()}
              onClose={() => close(credential.id)}
            />
          ))}
        </CredentialTable>
      )}
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        title={t('removeTitle', { name: toDelete?.name ?? '' })}
        cancelLabel={t('cancel')}
        confirmLabel={t('actions.remove')}
        focusAfterId={ADD_ID}
        onCancel={() => setToDelete(undefined)}
        onConfirm={deleteChosen}
      >
        {t('removeText', { count: toDelete?.usedBy.length ?? 0 })}
      </ConfirmDialog>
    </PageFrame>
  );
}

function Empty({ onAdd }: { onAdd: () => void }) {
  const t = useTranslations('credentials');
  return (
    <EmptyState icon={KeyRound} title={t('emptyTitle')} text={t('emptyText')}>
      <Button look="primary" size="large" onClick={onAdd}>
        <Plus size={14} aria-hidden="true" />
        {t('add')}
      </Button>
      <Link href="/tools" prefetch={false} className="inline-flex min-h-6 items-center text-accent hover:underline">
        {t('services')}
      </Link>
    </EmptyState>
  );
}
