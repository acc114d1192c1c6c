'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { WorkspaceKeyForm } from '#components/pages/settings/workspace-key-form.tsx';
import { WorkspaceKeyRow } from '#components/pages/settings/workspace-key-row.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { WorkspaceKeyResource } from '#lib/api/workspace-keys.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

/** Keys of the workspace: list, create and revoke them. A new one is shown once. */
export function WorkspaceKeys() {
  const t = useTranslations('workspaceKeys');
  const listed = useInfiniteQuery({
    queryKey: ['workspace-keys'],
    queryFn: ({ pageParam, signal }) =>
      apiClient.listWorkspaceKeys({ query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const [newKey, setNewKey] = useState<string>();
  const [toRevoke, setToRevoke] = useState<WorkspaceKeyResource>();
  const { problem, run } = useChange();
  const keys = listed.data?.pages.flatMap(({ items }) => items);
  function revoke() {
    if (!toRevoke) return;
    setToRevoke(undefined);
    void run(async () => {
      await apiClient.revokeWorkspaceKey({ params: { keyId: toRevoke.id } });
      if (newKey?.startsWith(toRevoke.prefix)) setNewKey(undefined);
      await listed.refetch();
    });
  }
  return (
    <div className="grid gap-3 border-t border-line-1 pt-2" data-workspace-keys={keys?.length}>
      {listed.error ? <Notice title={t('notLoaded')}>{errorMessage(listed.error)}</Notice> : null}
      {keys?.length === 0 ? <p className="text-ink-2">{t('none')}</p> : null}
      <ul>
        {(keys ?? []).map((key) => (
          <WorkspaceKeyRow key={key.id} apiKey={key} onRevoke={() => setToRevoke(key)} />
        ))}
      </ul>
      {listed.hasNextPage ? (
        <Button className="w-fit" onClick={() => void listed.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
      <div role="status" className="empty:hidden">
        {newKey === undefined ? null : (
          <div className="grid gap-1 rounded-control border border-accent-line bg-accent-bg p-2">
            <p className="font-strong">{t('newKey')}</p>
            <p className="flex min-w-0 items-start gap-1">
              <code data-new-key className="min-w-0 grow text-meta wrap-anywhere">
                {newKey}
              </code>
              <CopyButton label={t('copy')} text={newKey} />
            </p>
          </div>
        )}
      </div>
      <WorkspaceKeyForm
        onMade={async (key) => {
          setNewKey(key);
          await listed.refetch();
        }}
      />
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
      <ConfirmDialog
        isOpen={toRevoke !== undefined}
        title={t('revokeQuestion', { name: toRevoke?.name ?? '' })}
        cancelLabel={t('cancel')}
        confirmLabel={t('revoke')}
        focusAfterId="workspace-key-name"
        onCancel={() => setToRevoke(undefined)}
        onConfirm={revoke}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </div>
  );
}
