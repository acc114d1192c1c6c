'use client';
import { CircleCheck, LogIn, LogOut, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { McpApps } from '#components/pages/mcp/mcp-apps.tsx';
import { McpServerForm } from '#components/pages/mcp/mcp-server-form.tsx';
import { McpStatus } from '#components/pages/mcp/mcp-status.tsx';
import { McpToolList } from '#components/pages/mcp/mcp-tool-list.tsx';
import type { McpChanges } from '#components/pages/mcp/use-mcp-servers.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Folded } from '#components/ui/folded.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';

type McpDetailProps = {
  server: McpServerResource;
  commands: readonly string[];
  credentials: readonly CredentialResource[];
  taken: readonly string[];
  changes: McpChanges;
};

/** One server: its state, what it offers, and what of it workflows may call. */
export function McpDetail({ server, commands, credentials, taken, changes }: McpDetailProps) {
  const t = useTranslations('mcp');
  const [isEditing, setIsEditing] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const { id, displayName, status, problem, listingHash, isSignedIn, isEnabled, url } = server;
  const params = { id };
  const { change, isBusy } = changes;
  if (isEditing)
    return (
      <div className="max-w-200 p-4">
        <McpServerForm
          server={server}
          commands={commands}
          taken={taken}
          onSaved={async (saved) => {
            await change(async () => saved);
            setIsEditing(false);
          }}
          onCancel={() => setIsEditing(false)}
        />
      </div>
    );

  /** Leaves the page; the authorization server leads back to it. */
  function signIn() {
    void change(async () => {
      const { url: to } = await apiClient.beginMcpSignIn({
        params,
        body: { redirectUrl: `${window.location.origin}/mcp/callback` },
      });
      window.location.assign(to);
      return server;
    });
  }

  return (
    <article aria-labelledby="mcp-title" aria-busy={isBusy} className="grid content-start gap-4 p-4">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="mcp-title" className="text-title font-title wrap-anywhere">
            {displayName}
          </h2>
          <McpStatus status={status} />
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <Button
            look={status === 'unread' ? 'primary' : 'plain'}
            aria-disabled={isBusy || undefined}
            onClick={() => void change(() => apiClient.refreshMcpServer({ params }))}
          >
            <RefreshCw size={12} aria-hidden="true" />
            {isBusy ? t('testing') : t('test')}
          </Button>
          {status === 'sign-in' || (url !== null && !isSignedIn && problem !== null && server.privateHost === null) ? (
            <Button look={status === 'sign-in' ? 'primary' : 'plain'} aria-disabled={isBusy || undefined} onClick={signIn}>
              <LogIn size={12} aria-hidden="true" />
              {t('signIn')}
            </Button>
          ) : null}
          {isSignedIn ? (
            <Button
              aria-disabled={isBusy || undefined}
              onClick={() =>
                void change(async () => {
                  await apiClient.endMcpSignIn({ params });
                  return undefined;
                })
              }
            >
              <LogOut size={12} aria-hidden="true" />
              {t('signOut')}
            </Button>
          ) : null}
          <Button aria-disabled={isBusy || undefined} onClick={() => setIsEditing(true)}>
            <Pencil size={12} aria-hidden="true" />
            {t('edit')}
          </Button>
          <Button id="delete-mcp-server" look="quiet" aria-disabled={isBusy || undefined} onClick={() => setIsLeaving(true)}>
            <Trash2 size={12} aria-hidden="true" />
            {t('remove')}
          </Button>
          <label htmlFor="mcp-enabled" className="flex items-center gap-1 pl-2 text-ink-2">
            <Checkbox
              id="mcp-enabled"
              checked={isEnabled}
              aria-disabled={isBusy || undefined}
              onCheckedChange={(checked) =>
                void change(() => apiClient.updateMcpServer({ params, body: { isEnabled: checked === true } }))
              }
            />
            {t('enabled')}
          </label>
        </div>
      </header>
      {problem ? (
        <Notice title={t(status === 'sign-in' ? 'needsSignIn' : 'failed')}>
          <p>{problem}</p>
          <AllowHost host={server.privateHost} onAllowed={() => void change(() => apiClient.refreshMcpServer({ params }))} />
        </Notice>
      ) : null}
      {listingHash === null ? null : (
        <section
          data-part="accept"
          className="grid max-w-[90ch] gap-2 rounded-control border border-waiting-line bg-waiting-bg px-3 py-2"
        >
          <p className="text-ink-1">{t(status === 'changed' ? 'changedText' : 'acceptText')}</p>
          <div>
            <Button
              look="primary"
              aria-disabled={isBusy || undefined}
              onClick={() => void change(() => apiClient.acceptMcpServer({ params, body: { listingHash } }))}
            >
              <CircleCheck size={12} aria-hidden="true" />
              {t(status === 'changed' ? 'acceptChanges' : 'accept', { count: server.tools.length })}
            </Button>
          </div>
        </section>
      )}
      <Facts server={server} credentials={credentials} />
      <McpToolList server={server} changes={changes} />
      <McpApps key={id} server={server} changes={changes} />
      <Others server={server} />
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('removeTitle', { name: displayName })}
        cancelLabel={t('cancel')}
        confirmLabel={t('remove')}
        focusAfterId="add-mcp-server"
        onCancel={() => setIsLeaving(false)}
        onConfirm={() => {
          setIsLeaving(false);
          void change(async () => {
            await apiClient.deleteMcpServer({ params });
            return undefined;
          });
        }}
      >
        {t('removeText')}
      </ConfirmDialog>
    </article>
  );
}

function Facts({ server, credentials }: Pick<McpDetailProps, 'server' | 'credentials'>) {
  const t = useTranslations('mcp');
  const credential = credentials.find(({ id }) => id === server.credentialId)?.name;
  const facts: [
    key: 'name' | 'transport' | 'url' | 'command' | 'credentialId' | 'headers' | 'timeoutS' | 'server',
    value: string,
  ][] = [
    ['name', server.name],
    ['transport', t(`transports.${server.transport}`)],
    ...(server.url === null ? [] : [['url', server.url] as ['url', string]]),
    ...(server.command === null ? [] : [['command', server.command] as ['command', string]]),
    ...(credential === undefined ? [] : [['credentialId', credential] as ['credentialId', string]]),
    ...(Object.keys(server.headers).length === 0
      ? []
      : [['headers', Object.keys(server.headers).join(', ')] as ['headers', string]]),
    ['timeoutS', String(server.timeoutS)],
    ...(server.server === null
      ? []
      : [['server', `${server.server.name} ${server.server.version} · MCP ${server.protocol}`] as ['server', string]]),
  ];
  return (
    <dl className="grid max-w-[90ch] grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([key, value]) => (
        <div key={key} className="contents" data-fact={key}>
          <dt className="text-ink-3">{t(`fields.${key}`)}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Others({ server: { resources, resourceTemplates, prompts, omitted } }: Pick<McpDetailProps, 'server'>) {
  const t = useTranslations('mcp');
  const all = [...resources, ...resourceTemplates];
  return (
    <div className="grid gap-1">
      {all.length > 0 ? (
        <Folded title={t('resources', { count: all.length })}>
          <ul className="grid gap-1 pl-4">
            {all.map(({ uri, name, description }) => (
              <li key={uri} className="wrap-anywhere">
                <code className="text-meta">{uri}</code> <span className="text-ink-2">{description ?? name}</span>
              </li>
            ))}
          </ul>
        </Folded>
      ) : null}
      {prompts.length > 0 ? (
        <Folded title={t('prompts', { count: prompts.length })}>
          <ul className="grid gap-1 pl-4">
            {prompts.map(({ name, description, arguments: parameters }) => (
              <li key={name} className="wrap-anywhere">
                <code className="text-meta">{`${name}(${parameters.map((one) => one.name).join(', ')})`}</code>{' '}
                <span className="text-ink-2">{description}</span>
              </li>
            ))}
          </ul>
        </Folded>
      ) : null}
      {omitted.length > 0 ? (
        <Folded title={t('omitted', { count: omitted.length })} isOpen>
          <ul className="grid gap-1 pl-4 text-waiting">
            {omitted.map((line) => (
              <li key={line} className="wrap-anywhere">
                {line}
              </li>
            ))}
          </ul>
        </Folded>
      ) : null}
    </div>
  );
}
