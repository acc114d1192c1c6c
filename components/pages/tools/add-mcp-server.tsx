'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { useCredentialList } from '#components/data/use-credential-list.ts';
import { McpDetail } from '#components/pages/mcp/mcp-detail.tsx';
import { McpServerForm } from '#components/pages/mcp/mcp-server-form.tsx';
import { type McpServersAnswer, useMcpServers } from '#components/pages/mcp/use-mcp-servers.ts';
import { FailureNotice } from '#components/ui/failure-notice.tsx';

/** An MCP server as one more source of tools: added, read, allowed and accepted without leaving the page. */
export function AddMcpServer() {
  const first = useAnswer('mcp-servers', (_, signal) => apiClient.listMcpServers({ signal }));
  return first ? <Adding first={first} /> : null;
}

function Adding({ first }: { first: McpServersAnswer }) {
  const t = useTranslations('mcp');
  const router = useRouter();
  const { servers, commands, reload, show, changes } = useMcpServers(first);
  const { credentials } = useCredentialList();
  const [addedId, setAddedId] = useState<string>();
  const [tries, setTries] = useState(0);
  const added = servers.find(({ id }) => id === addedId);
  const taken = servers.map(({ name }) => name);
  const isReady = added?.status === 'ready';
  // Its tools are in the list of the page.
  useEffect(() => {
    if (isReady) router.refresh();
  }, [isReady, router]);
  return (
    <div className="grid gap-3">
      <FailureNotice title={t('notDone')}>{changes.problem}</FailureNotice>
      {added ? (
        <McpDetail server={added} commands={commands} credentials={credentials} taken={taken} changes={changes} />
      ) : (
        <McpServerForm
          key={tries}
          commands={commands}
          taken={taken}
          onCheckCommands={reload}
          onSaved={async (server) => {
            show(server);
            setAddedId(server.id);
            await changes.change(() => apiClient.refreshMcpServer({ params: { id: server.id } }));
          }}
          onCancel={() => setTries(tries + 1)}
        />
      )}
    </div>
  );
}
