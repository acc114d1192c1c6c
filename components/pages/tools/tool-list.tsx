'use client';
import { Search, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RiskMark } from '#components/inspector/form/tool-marks.tsx';
import { AgentStatus } from '#components/pages/tools/agent-status.tsx';
import type { ToolGroups } from '#components/pages/tools/tools-page.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';
import type { ToolResource } from '#lib/api/tools.contract.ts';

type ToolListProps = {
  groups: ToolGroups;
  chosenId: string | undefined;
  agents: readonly A2aServiceResource[];
  chosenService: string | undefined;
  chosenAgent: string | undefined;
  onChoose: (toolId: string) => void;
  onService: (serviceId: string) => void;
  onAgent: (agentId: string) => void;
};

/** Sources whose tools are listed under the name of their kind. */
const BY_KIND: readonly ToolResource['source'][] = ['built-in', 'knowledge', 'workflow'];

/** All tools, built-in ones by group and the others by service or server; unavailable ones are listed and marked. */
export function ToolList(props: ToolListProps) {
  const { groups, agents, chosenId, chosenService, chosenAgent, onChoose, onService, onAgent } = props;
  const t = useTranslations('toolsPage');
  const isHydrated = useIsHydrated();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const fits = ({ id, title, description }: ToolResource) => `${id} ${title} ${description}`.toLowerCase().includes(wanted);
  const builtIn = groups.filter(({ source }) => BY_KIND.includes(source)).flatMap(({ tools }) => tools.filter(fits));
  const others = groups
    .filter(({ source }) => !BY_KIND.includes(source) && source !== 'a2a')
    .map((group) => ({ ...group, tools: group.tools.filter(fits) }))
    .filter(({ tools }) => tools.length > 0);
  const fittingAgents = agents.filter(({ toolId, displayName, card }) =>
    `${toolId} ${displayName} ${card?.description ?? ''}`.toLowerCase().includes(wanted),
  );
  // The tool of an agent is reached from the agent.
  const ofAgents = groups
    .filter(({ source }) => source === 'a2a')
    .flatMap(({ tools }) => tools.filter((tool) => fits(tool) && !agents.some(({ toolId }) => toolId === tool.id)));
  const isEmpty = builtIn.length + others.length + fittingAgents.length + ofAgents.length === 0;
  const rows = (tools: readonly ToolResource[]) =>
    tools.map((tool) => <ToolRow key={tool.id} tool={tool} isChosen={tool.id === chosenId} onChoose={onChoose} />);
  return (
    <nav aria-label={t('list')} inert={!isHydrated} className="flex min-h-0 flex-col border-line-1 md:border-r">
      <span className="relative border-b border-line-1 p-2">
        <Search size={13} aria-hidden="true" className="pointer-events-none absolute top-4 left-4 text-ink-3" />
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="pl-7"
        />
      </span>
      <div className="min-h-0 grow overflow-y-auto pb-4">
        {isEmpty ? <p className="p-3 text-ink-2">{t('noneFound', { search: search.trim() })}</p> : null}
        {[...Map.groupBy(builtIn, ({ group }) => group)].map(([group, members]) => (
          <section key={group} aria-labelledby={`tools-${group}`}>
            <h2 id={`tools-${group}`} className="px-3 pt-3 pb-1 text-meta font-strong text-ink-3">
              {t(`groups.${group}`)}
            </h2>
            <ul>{rows(members)}</ul>
          </section>
        ))}
        {fittingAgents.length + ofAgents.length === 0 ? null : (
          <section aria-labelledby="tools-a2a">
            <h2 id="tools-a2a" className="px-3 pt-3 pb-1 text-meta font-strong text-ink-3">
              {t('groups.a2a')}
            </h2>
            <ul>
              {fittingAgents.map((agent) => (
                <AgentRow key={agent.id} agent={agent} isChosen={agent.id === chosenAgent} onChoose={onAgent} />
              ))}
              {rows(ofAgents)}
            </ul>
          </section>
        )}
        {others.map(({ source, id, title, tools }) => (
          <section key={`${source} ${id}`} aria-labelledby={`tools-of-${source}-${id}`}>
            <div className="flex items-center gap-1 pt-3 pr-2 pb-1 pl-3">
              <h2 id={`tools-of-${source}-${id}`} className="min-w-0 grow truncate text-meta font-strong text-ink-3">
                {title} <span className="font-text">{t(`sources.${source}`)}</span>
              </h2>
              {source === 'openapi' ? (
                <button
                  type="button"
                  data-service={id}
                  aria-current={id === chosenService ? 'true' : undefined}
                  aria-label={t('editService', { title })}
                  title={t('editService', { title })}
                  onClick={() => onService(id)}
                  className="grid size-6 place-items-center rounded-control text-ink-3 hover:bg-hover aria-[current=true]:bg-accent-bg"
                >
                  <Settings2 size={12} aria-hidden="true" />
                </button>
              ) : null}
            </div>
            <ul>{rows(tools)}</ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

type ToolRowProps = { tool: ToolResource; isChosen: boolean; onChoose: (toolId: string) => void };

function ToolRow({ tool, isChosen, onChoose }: ToolRowProps) {
  const t = useTranslations('toolsPage');
  return (
    <li>
      <button
        type="button"
        data-tool={tool.id}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(tool.id)}
        className="flex min-h-8 w-full items-center gap-2 px-3 py-1 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
      >
        <span className="min-w-0 grow">
          <span className={`block truncate ${tool.isEnabled ? '' : 'text-ink-3'}`}>{tool.title}</span>
          <code className="block truncate text-meta text-ink-3">{tool.id}</code>
        </span>
        {tool.isEnabled ? <RiskMark tool={tool} /> : <span className="text-meta text-ink-3">{t('off')}</span>}
      </button>
    </li>
  );
}

type AgentRowProps = { agent: A2aServiceResource; isChosen: boolean; onChoose: (agentId: string) => void };

function AgentRow({ agent: { id, displayName, toolId, status }, isChosen, onChoose }: AgentRowProps) {
  return (
    <li>
      <button
        type="button"
        data-agent={toolId}
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(id)}
        className="flex min-h-8 w-full items-center gap-2 px-3 py-1 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
      >
        <span className="min-w-0 grow">
          <span className={`block truncate ${status === 'off' ? 'text-ink-3' : ''}`}>{displayName}</span>
          <code className="block truncate text-meta text-ink-3">{toolId}</code>
        </span>
        <AgentStatus status={status} />
      </button>
    </li>
  );
}
