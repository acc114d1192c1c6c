'use client';
import { Plus } from 'lucide-react';
import { useRouter, useSearchParams } from 'next/navigation';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { ToolDetail } from '#components/pages/tools/tool-detail.tsx';
import { ToolList } from '#components/pages/tools/tool-list.tsx';
import { useA2aServices } from '#components/pages/tools/use-a2a-services.ts';
import { useLocalizedTool } from '#components/run-view/tool-calls/use-localized-tool.ts';
import { isLeaving } from '#components/shell/is-leaving.ts';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { listTools } from '#lib/api/tools.contract.ts';

const ServicePanel = lazyPart(async () => (await import('#components/pages/tools/service-panel.tsx')).ServicePanel);
const A2aAgentPanel = lazyPart(async () => (await import('#components/pages/tools/a2a-agent-panel.tsx')).A2aAgentPanel);
const DETAIL_ID = 'tool';
/** No service has this id. */
const NEW = 'new';

export type ToolGroups = ContractOutput<typeof listTools>['groups'];
type ToolsPageProps = { groups: ToolGroups; agents: readonly A2aServiceResource[] };

/** The tools that models and workflows may call, with their services. The URL contains the selected one. */
export function ToolsPage({ groups: listed, agents: first }: ToolsPageProps) {
  const wordsOf = useLocalizedTool();
  const groups = listed.map((group) => ({ ...group, tools: group.tools.map(wordsOf) }));
  const tools = groups.flatMap((group) => group.tools);
  const t = useTranslations('toolsPage');
  const services = useTranslations('services');
  const a2a = useTranslations('a2aAgents');
  const router = useRouter();
  const params = useSearchParams();
  const asked = params.get('tool');
  const service = params.get('service') ?? undefined;
  const agent = params.get('agent') ?? undefined;
  const agents = useA2aServices(first);
  const tool = tools.find(({ id }) => id === asked) ?? tools.find(({ isEnabled }) => isEnabled) ?? tools[0];
  function go(query: string) {
    router.replace(`/tools?${query}`, { scroll: false });
    // On a narrow screen it is below the list.
    document.getElementById(DETAIL_ID)?.scrollIntoView({ block: 'nearest' });
  }
  const openAgent = (id: string) => go(`agent=${encodeURIComponent(id)}`);
  const openService = (id: string) => go(`service=${encodeURIComponent(id)}`);
  function onDone(query: string) {
    if (isLeaving()) return;
    go(query);
    // The form that had the focus is gone.
    document.getElementById(DETAIL_ID)?.focus({ preventScroll: true });
  }
  const enabledCount = tools.filter(({ isEnabled }) => isEnabled).length;
  return (
    <PageFrame
      title={t('title')}
      about={t('about', { enabled: enabledCount, all: tools.length })}
      actions={
        <>
          <Button id="add-agent" size="large" onClick={() => openAgent(NEW)}>
            <Plus size={13} aria-hidden="true" /> {a2a('add')}
          </Button>
          <Button look="primary" size="large" onClick={() => openService(NEW)}>
            <Plus size={13} aria-hidden="true" /> {services('add')}
          </Button>
        </>
      }
    >
      {tool ? (
        <div className="grid grid-cols-1 min-h-full md:h-full md:grid-cols-[264px_minmax(0,1fr)] md:overflow-hidden">
          <ToolList
            groups={groups}
            agents={agents}
            chosenId={service === undefined && agent === undefined ? tool.id : undefined}
            chosenAgent={agent}
            chosenService={service}
            onChoose={(id) => go(`tool=${encodeURIComponent(id)}`)}
            onService={openService}
            onAgent={openAgent}
          />
          <div
            id={DETAIL_ID}
            tabIndex={-1}
            className="min-h-0 min-w-0 overflow-y-auto outline-none max-md:border-t max-md:border-line-2"
          >
            {agent !== undefined ? (
              <Suspense fallback={null}>
                <A2aAgentPanel
                  key={agent}
                  agents={agents}
                  agentId={agent === NEW ? undefined : agent}
                  onDone={(id) => onDone(id === undefined ? '' : `agent=${encodeURIComponent(id)}`)}
                />
              </Suspense>
            ) : service === undefined ? (
              <ToolDetail key={tool.id} tool={tool} />
            ) : (
              <Suspense fallback={null}>
                <ServicePanel
                  key={service}
                  serviceId={service === NEW ? undefined : service}
                  onDone={(id) => onDone(id === undefined ? '' : `service=${encodeURIComponent(id)}`)}
                />
              </Suspense>
            )}
          </div>
        </div>
      ) : (
        <p className="p-4 text-ink-2">{t('empty')}</p>
      )}
    </PageFrame>
  );
}
