'use client';
import { AppWindow, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import type { McpChanges } from '#components/pages/mcp/use-mcp-servers.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Tag } from '#components/ui/tag.tsx';
import type { FoundAppResource, McpServerResource } from '#lib/api/mcp-servers.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { formatSize } from '#lib/i18n/format-size.ts';
import { withHiddenShown } from '#lib/mcp/hidden-text.ts';
import { appSourceKinds } from '#lib/mcp/mcp-app.ts';

type McpAppsProps = { server: McpServerResource; changes: McpChanges };

/** The apps that accepted tools name, and which of them are shown: none before a person has looked at them. */
export function McpApps({ server, changes }: McpAppsProps) {
  const t = useTranslations('mcp.apps');
  const [found, setFound] = useState<readonly FoundAppResource[]>();
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { apps, tools } = server;
  const params = { id: server.id };
  if (apps.length === 0 && !tools.some(({ appUri, state }) => appUri !== undefined && state !== 'new')) return null;

  async function read() {
    setIsReading(true);
    setProblem(undefined);
    try {
      setFound((await apiClient.readMcpApps({ params })).items);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setIsReading(false);
    }
  }
  function allow(allowed: readonly { uri: string; sha256: string }[]) {
    void changes.change(async () => {
      const changed = await apiClient.allowMcpApps({ params, body: { apps: [...allowed] } });
      setFound((before) => before?.map((one) => ({ ...one, state: stateIn(changed, one) })));
      return changed;
    });
  }

  const readable = (found ?? []).flatMap(({ app }) => (app ? [{ uri: app.uri, sha256: app.sha256 }] : []));
  const isAllAllowed = (found ?? []).every(({ state }) => state === 'allowed' || state === 'unreadable');
  return (
    <section aria-labelledby="mcp-apps" data-part="apps" className="grid max-w-[90ch] gap-2">
      <h3 id="mcp-apps" className="flex items-center gap-1.5 font-strong">
        <AppWindow size={13} aria-hidden="true" />
        {t('title')}
      </h3>
      <p className="text-ink-2">{t('text')}</p>
      <p role="status">{t('allowedCount', { count: apps.length })}</p>
      {found && found.length > 0 ? (
        <ul className="divide-y divide-line-1 border-y border-line-1">
          {found.map((one) => (
            <AppFacts key={one.uri} found={one} />
          ))}
        </ul>
      ) : null}
      <FailureNotice title={t('states.unreadable')}>{problem}</FailureNotice>
      <div className="flex flex-wrap gap-1">
        {readable.length > 0 && !isAllAllowed ? (
          <Button look="primary" aria-disabled={changes.isBusy || undefined} onClick={() => allow(readable)}>
            <CircleCheck size={12} aria-hidden="true" />
            {t('allow', { count: readable.length })}
          </Button>
        ) : null}
        <Button aria-disabled={isReading || undefined} onClick={() => void read()}>
          {t(isReading ? 'reading' : 'read')}
        </Button>
        {apps.length > 0 ? (
          <Button look="quiet" aria-disabled={changes.isBusy || undefined} onClick={() => allow([])}>
            {t('stop')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

const looks = { allowed: 'accent', changed: 'waiting', new: 'plain', unreadable: 'failed' } as const;

function AppFacts({ found: { uri, tools, app, refused, problem, state } }: { found: FoundAppResource }) {
  const t = useTranslations('mcp.apps');
  const sources = app
    ? appSourceKinds.flatMap((kind) => app.sources[kind].map((source) => `${source} (${t(`kinds.${kind}`)})`))
    : [];
  const facts: [name: string, value: string][] = [
    [t('tools'), tools.join(', ')],
    ...(app
      ? ([
          [t('size'), formatSize(app.sizeBytes)],
          [t('hash'), app.sha256],
          [t('sources'), sources.join(', ') || t('nothing')],
        ] as [string, string][])
      : []),
    ...(refused.length > 0 ? ([[t('refused'), refused.join(', ')]] as [string, string][]) : []),
  ];
  return (
    <li data-app={uri} className="grid gap-1 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <code className="wrap-anywhere">{withHiddenShown(uri)}</code>
        <Tag look={looks[state]}>{t(`states.${state}`)}</Tag>
      </div>
      {problem === null ? null : <p className="text-failed wrap-anywhere">{problem}</p>}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="wrap-anywhere">{withHiddenShown(value)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function stateIn({ apps }: McpServerResource, { uri, app, state }: FoundAppResource): FoundAppResource['state'] {
  if (!app) return state;
  const allowed = apps.find((one) => one.uri === uri);
  if (!allowed) return 'new';
  return allowed.sha256 === app.sha256 ? 'allowed' : 'changed';
}
