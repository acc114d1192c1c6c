'use client';
import { useTranslations } from 'use-intl';
import { McpStatus } from '#components/pages/mcp/mcp-status.tsx';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';

type McpListProps = {
  servers: readonly McpServerResource[];
  chosenId: string | undefined;
  onChoose: (serverId: string) => void;
};

export function McpList({ servers, chosenId, onChoose }: McpListProps) {
  const t = useTranslations('mcp');
  return (
    <nav aria-label={t('list')} className="min-h-0 overflow-y-auto border-line-1 pb-4 md:border-r">
      <ul>
        {servers.map((server) => (
          <li key={server.id}>
            <button
              type="button"
              data-server={server.name}
              aria-current={server.id === chosenId ? 'true' : undefined}
              onClick={() => onChoose(server.id)}
              className="grid w-full gap-0.5 border-b border-line-1 px-3 py-2 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
            >
              <span className="flex min-w-0 items-center justify-between gap-2">
                <span className="truncate font-strong">{server.displayName}</span>
                <McpStatus status={server.status} />
              </span>
              <span className="flex min-w-0 items-baseline justify-between gap-2 text-meta text-ink-3">
                <code className="truncate">{server.name}</code>
                <span className="num shrink-0">{t('toolCount', { count: server.tools.length })}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
