'use client';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { useChosenEntry } from '#components/data/use-chosen-entry.ts';
import { AgentDetail } from '#components/pages/agents/agent-detail.tsx';
import { AgentForm } from '#components/pages/agents/agent-form.tsx';
import { useAgents } from '#components/pages/agents/use-agents.ts';
import { isLeaving } from '#components/shell/is-leaving.ts';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Button } from '#components/ui/button.tsx';
import { LoadProblem } from '#components/ui/load-problem.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { AgentResource } from '#lib/api/agents.contract.ts';

const DETAIL_ID = 'agent';
const ADD_ID = 'new-agent';

/** Built-in agents and those of the workspace. The URL contains the selected one. */
export function AgentsPage({ first }: { first: readonly AgentResource[] }) {
  const t = useTranslations('agentsPage');
  const { agentTexts } = useMessages();
  const isHydrated = useIsHydrated();
  const { agents, error, reload, change } = useAgents(first);
  const [isAdding, setIsAdding] = useState(false);
  // A person tries the agent that they have just made.
  const [madeId, setMadeId] = useState<string>();
  const [asked, showAgent] = useChosenEntry('/agents', 'agent');
  const agent = agents.find(({ id }) => id === asked) ?? agents[0];
  const groups = Map.groupBy(agents, ({ isBuiltIn }) => (isBuiltIn ? 'builtIn' : 'own'));

  function choose(agentId: string, made?: string) {
    setIsAdding(false);
    setMadeId(made);
    showAgent(agentId);
    document.getElementById(DETAIL_ID)?.scrollIntoView({ block: 'nearest' });
  }
  function cancel() {
    setIsAdding(false);
    document.getElementById(ADD_ID)?.focus();
  }
  /** Shows what was stored, and then reads the list. */
  async function onChanged(agentId: string, now: AgentResource | undefined) {
    change(agentId, now);
    if (isLeaving()) return;
    choose(now?.id ?? agents.find(({ id }) => id !== agentId)?.id ?? '', isAdding ? now?.id : undefined);
    // The form that had the focus is gone.
    document.getElementById(DETAIL_ID)?.focus({ preventScroll: true });
    await reload();
  }
  return (
    <PageFrame
      title={t('title')}
      about={t('about')}
      actions={
        <Button id={ADD_ID} look="primary" size="large" onClick={() => setIsAdding(true)} disabled={!isHydrated}>
          <Plus size={14} aria-hidden="true" />
          {t('add')}
        </Button>
      }
    >
      <div className="grid grid-cols-1 min-h-full md:h-full md:grid-cols-[264px_minmax(0,1fr)] md:overflow-hidden">
        <nav aria-label={t('list')} inert={!isHydrated} className="min-h-0 overflow-y-auto border-line-1 pb-4 md:border-r">
          {(['own', 'builtIn'] as const).map((group) => (
            <section key={group} aria-labelledby={`agents-${group}`}>
              <h2 id={`agents-${group}`} className="px-3 pt-3 pb-1 text-meta font-strong text-ink-3">
                {t(`groups.${group}`)}
              </h2>
              {groups.has(group) ? null : <p className="px-3 py-1 text-ink-3">{t('none')}</p>}
              <ul>
                {groups.get(group)?.map(({ id, spec, version, isBuiltIn }) => (
                  <li key={id}>
                    <button
                      type="button"
                      data-agent={id}
                      aria-current={!isAdding && id === agent?.id ? 'true' : undefined}
                      onClick={() => choose(id)}
                      className="flex min-h-8 w-full items-center gap-2 px-3 py-1 text-left outline-offset-[-2px] hover:bg-hover aria-[current=true]:bg-accent-bg"
                    >
                      <span className="min-w-0 grow truncate" title={spec.title}>
                        {(isBuiltIn ? agentTexts[id]?.title : undefined) ?? spec.title}
                      </span>
                      <code className="max-w-1/2 shrink-0 truncate text-meta text-ink-3">
                        {version === null ? id : `${id}@${version}`}
                      </code>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div
          id={DETAIL_ID}
          tabIndex={-1}
          className="min-h-0 min-w-0 overflow-y-auto outline-none max-md:border-t max-md:border-line-2"
        >
          <LoadProblem error={error} isStale onRetry={() => void reload()} className="px-4 py-3" />
          {isAdding ? (
            <AgentForm key="new" onSaved={(made) => onChanged(made.id, made)} onCancel={cancel} />
          ) : agent ? (
            <AgentDetail
              key={`${agent.id}@${agent.version}`}
              agent={agent}
              isMade={agent.id === madeId}
              onChanged={(now) => onChanged(agent.id, now)}
            />
          ) : null}
        </div>
      </div>
    </PageFrame>
  );
}
