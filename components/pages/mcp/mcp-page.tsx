'use client';
import { FileInput, Plus, Unplug } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useChosenEntry } from '#components/data/use-chosen-entry.ts';
import { McpDetail } from '#components/pages/mcp/mcp-detail.tsx';
import { McpGallery } from '#components/pages/mcp/mcp-gallery.tsx';
import { McpImport } from '#components/pages/mcp/mcp-import.tsx';
import { McpList } from '#components/pages/mcp/mcp-list.tsx';
import { McpServerForm } from '#components/pages/mcp/mcp-server-form.tsx';
import { type McpServersAnswer, useMcpServers } from '#components/pages/mcp/use-mcp-servers.ts';
import { EmptyState } from '#components/shell/empty-state.tsx';
import { isLeaving } from '#components/shell/is-leaving.ts';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';
import type { GalleryServer } from '#lib/mcp/gallery.ts';

type McpPageProps = { first: McpServersAnswer; credentials: readonly CredentialResource[] };
type Panel = 'add' | 'import' | 'server';

const DETAIL_ID = 'mcp-detail';
const ADD_ID = 'add-mcp-server';

/** The MCP servers of the workspace: add, test, accept, limit, delete. The URL contains the selected one. */
export function McpPage({ first, credentials }: McpPageProps) {
  const t = useTranslations('mcp');
  const { servers, commands, loadError, reload, show, changes } = useMcpServers(first);
  const [wanted, showServer] = useChosenEntry('/mcp', 'server');
  const [panel, setPanel] = useState<Panel>('server');
  const [draft, setDraft] = useState<GalleryServer>();
  const chosen = servers.find(({ id }) => id === wanted) ?? servers[0];

  function choose(serverId: string) {
    setPanel('server');
    showServer(serverId);
    // On a narrow screen it is below the list.
    document.getElementById(DETAIL_ID)?.scrollIntoView({ block: 'nearest' });
  }

  function open(next: Panel, from?: GalleryServer) {
    setDraft(from);
    setPanel(next);
  }

  /** A new server is read at once: its tools are what one wants to see. */
  async function onAdded(server: McpServerResource) {
    const { id } = server;
    show(server);
    if (!isLeaving()) {
      choose(id);
      // The form that had the focus is gone.
      document.getElementById(DETAIL_ID)?.focus({ preventScroll: true });
    }
    await changes.change(() => apiClient.refreshMcpServer({ params: { id } }));
  }

  const isEmpty = servers.length === 0 && panel === 'server';
  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <Button size="large" aria-expanded={panel === 'import'} onClick={() => open('import')}>
            <FileInput size={14} aria-hidden="true" />
            {t('import')}
          </Button>
          <Button id={ADD_ID} look="primary" size="large" aria-expanded={panel === 'add'} onClick={() => open('add')}>
            <Plus size={14} aria-hidden="true" />
            {t('add')}
          </Button>
        </>
      }
    >
      <div aria-live="polite">
        <LoadProblem error={loadError} isStale onRetry={() => void reload()} className="px-4 py-3" />
        {changes.problem === undefined ? null : (
          <div className="px-4 pt-3">
            <Notice title={t('notDone')}>{changes.problem}</Notice>
          </div>
        )}
      </div>
      {isEmpty ? (
        <div className="mx-auto grid max-w-200 gap-4 px-4 pb-8">
          <EmptyState icon={Unplug} title={t('emptyTitle')} text={t('emptyText')} example="assistant-with-mcp">
            <Button look="primary" size="large" onClick={() => open('add')}>
              <Plus size={14} aria-hidden="true" />
              {t('addFirst')}
            </Button>
          </EmptyState>
          <McpGallery taken={[]} onChoose={(server) => open('add', server)} />
        </div>
      ) : (
        <div className="grid grid-cols-1 min-h-full md:h-full md:grid-cols-[264px_minmax(0,1fr)] md:overflow-hidden">
          <McpList servers={servers} chosenId={panel === 'server' ? chosen?.id : undefined} onChoose={choose} />
          <div
            id={DETAIL_ID}
            tabIndex={-1}
            className="min-h-0 min-w-0 overflow-y-auto outline-none max-md:border-t max-md:border-line-2"
          >
            {panel === 'add' ? (
              <div className="grid max-w-200 gap-6 p-4">
                <McpServerForm
                  key={draft?.name ?? ''}
                  draft={draft}
                  commands={commands}
                  taken={servers.map(({ name }) => name)}
                  onSaved={onAdded}
                  onCheckCommands={reload}
                  onCancel={() => {
                    open('server');
                    document.getElementById(ADD_ID)?.focus();
                  }}
                />
                <McpGallery taken={servers.map(({ name }) => name)} onChoose={(server) => open('add', server)} />
              </div>
            ) : null}
            {panel === 'import' ? <McpImport onDone={reload} onChoose={choose} onCancel={() => open('server')} /> : null}
            {panel === 'server' && chosen ? (
              <McpDetail
                key={chosen.id}
                server={chosen}
                commands={commands}
                credentials={credentials}
                taken={servers.map(({ name }) => name)}
                changes={changes}
              />
            ) : null}
          </div>
        </div>
      )}
    </PageFrame>
  );
}
