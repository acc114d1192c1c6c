'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { KeyRow } from '#components/keys/key-row.tsx';
import { NewKey } from '#components/keys/new-key.tsx';
import { RevokeDialog } from '#components/keys/revoke-dialog.tsx';
import { WorkspaceKeyForm } from '#components/pages/settings/workspace-key-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
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
          <KeyRow
            key={key.id}
            apiKey={key}
            scopes={key.scopes.map((scope) => t(`scopes.${scope}`)).join(', ')}
            onRevoke={() => setToRevoke(key)}
          />
        ))}
      </ul>
      {listed.hasNextPage ? (
        <Button className="w-fit" onClick={() => void listed.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
      <WorkspaceKeyForm
        onMade={async (key) => {
          setNewKey(key);
          await listed.refetch();
        }}
      />
      <NewKey text={newKey} />
      <FailureLine>{problem}</FailureLine>
      <RevokeDialog
        name={toRevoke?.name}
        focusAfterId="workspace-key-name"
        onCancel={() => setToRevoke(undefined)}
        onConfirm={revoke}
      />
    </div>
  );
}
