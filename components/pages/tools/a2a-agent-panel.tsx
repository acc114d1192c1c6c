'use client';
import { CircleCheck, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { AllowHost } from '#components/data/allow-host.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useChange } from '#components/data/use-change.ts';
import { A2aAgentCard } from '#components/pages/tools/a2a-agent-card.tsx';
import { A2aAgentForm } from '#components/pages/tools/a2a-agent-form.tsx';
import { AgentStatus } from '#components/pages/tools/agent-status.tsx';
import { useA2aServiceChanged } from '#components/pages/tools/use-a2a-services.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';

type A2aAgentPanelProps = {
  agents: readonly A2aServiceResource[];
  /** Undefined for a new one. */
  agentId: string | undefined;
  /** Without an id: back to the list. */
  onDone: (agentId?: string) => void;
};

/** An A2A agent of the workspace, or a new one. */
export function A2aAgentPanel({ agents, agentId, onDone }: A2aAgentPanelProps) {
  const t = useTranslations('a2aAgents');
  const router = useRouter();
  const store = useA2aServiceChanged();
  const taken = agents.map(({ name }) => name);
  // Shown before the address has changed.
  const [added, setAdded] = useState<string>();
  const agent = agents.find(({ id }) => id === (agentId ?? added));
  const changed = (id: string, now: A2aServiceResource | undefined) => {
    store(id, now);
    // Its tool is in the list of the page.
    router.refresh();
  };
  if (agentId === undefined && !agent)
    return (
      <div className="grid gap-3 p-4">
        <h2 className="text-title font-title">{t('add')}</h2>
        <p className="max-w-[80ch] text-ink-2">{t('addText')}</p>
        <A2aAgentForm
          taken={taken}
          onSaved={async (saved) => {
            changed(saved.id, saved);
            setAdded(saved.id);
            onDone(saved.id);
            if (saved.url === null) return;
            // Its card is what one wants to see. Without an answer the agent says that it was not read.
            const read = await apiClient.refreshA2aService({ params: { id: saved.id } }).catch(() => undefined);
            if (read) changed(saved.id, read);
          }}
        />
      </div>
    );
  if (!agent) return <p className="p-4 text-ink-2">{t('gone')}</p>;
  return <Agent key={agent.id} agent={agent} taken={taken} onChanged={(now) => changed(agent.id, now)} onDone={onDone} />;
}

type AgentProps = {
  agent: A2aServiceResource;
  taken: readonly string[];
  onChanged: (now: A2aServiceResource | undefined) => void;
  onDone: (agentId?: string) => void;
};

function Agent({ agent, taken, onChanged, onDone }: AgentProps) {
  const t = useTranslations('a2aAgents');
  const [isEditing, setIsEditing] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const { isBusy, problem, run } = useChange();
  const { id, displayName, toolId, status, cardHash, url, isEnabled } = agent;
  const params = { id };
  const change = (call: () => Promise<A2aServiceResource>) => void run(async () => onChanged(await call()));
  return (
    <article aria-labelledby="agent-title" aria-busy={isBusy} className="grid content-start gap-4 p-4">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id="agent-title" className="text-title font-title wrap-anywhere">
            {displayName} <code className="text-body font-text text-ink-2">{toolId}</code>
          </h2>
          <AgentStatus status={status} />
        </div>
        <div className="flex flex-wrap items-center gap-1">
          {url === null ? null : (
            <Button
              look={status === 'unread' ? 'primary' : 'plain'}
              aria-disabled={isBusy || undefined}
              onClick={() => change(() => apiClient.refreshA2aService({ params }))}
            >
              <RefreshCw size={12} aria-hidden="true" />
              {isBusy ? t('reading') : t('read')}
            </Button>
          )}
          <Button aria-disabled={isBusy || undefined} aria-pressed={isEditing} onClick={() => setIsEditing(!isEditing)}>
            <Pencil size={12} aria-hidden="true" />
            {t('edit')}
          </Button>
          <Button id="delete-agent" look="quiet" aria-disabled={isBusy || undefined} onClick={() => setIsLeaving(true)}>
            <Trash2 size={12} aria-hidden="true" />
            {t('remove')}
          </Button>
          <label htmlFor="agent-enabled" className="flex items-center gap-1 pl-2 text-ink-2">
            <Checkbox
              id="agent-enabled"
              checked={isEnabled}
              aria-disabled={isBusy || undefined}
              onCheckedChange={(checked) =>
                change(() => apiClient.updateA2aService({ params, body: { isEnabled: checked === true } }))
              }
            />
            {t('enabled')}
          </label>
          {status === 'ready' ? (
            <Link href={`/tools?tool=${encodeURIComponent(toolId)}`} className="pl-2 text-accent underline">
              {t('openTool')}
            </Link>
          ) : null}
        </div>
      </header>
      <div aria-live="polite" className="contents">
        {problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}
      </div>
      {agent.problem === null ? null : (
        <Notice title={t('notRead')}>
          <p>{agent.problem}</p>
          <AllowHost host={agent.privateHost} onAllowed={() => change(() => apiClient.refreshA2aService({ params }))} />
        </Notice>
      )}
      {status === 'unpublished' ? (
        <Notice title={t('statuses.unpublished')}>{t('unpublishedText', { slug: agent.slug ?? '' })}</Notice>
      ) : null}
      {cardHash === null ? null : (
        <section
          data-part="accept"
          className="grid max-w-[90ch] gap-2 rounded-control border border-waiting-line bg-waiting-bg px-3 py-2"
        >
          <p className="text-ink-1">{t(status === 'changed' ? 'changedText' : 'acceptText')}</p>
          <div>
            <Button
              look="primary"
              aria-disabled={isBusy || undefined}
              onClick={() => change(() => apiClient.acceptA2aService({ params, body: { cardHash } }))}
            >
              <CircleCheck size={12} aria-hidden="true" />
              {t(status === 'changed' ? 'acceptChanges' : 'accept')}
            </Button>
          </div>
        </section>
      )}
      {isEditing ? (
        <A2aAgentForm
          agent={agent}
          taken={taken}
          onSaved={(saved) => {
            onChanged(saved);
            setIsEditing(false);
          }}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <A2aAgentCard
          agent={agent}
          isBusy={isBusy}
          onAllow={(allowSkills) => change(() => apiClient.updateA2aService({ params, body: { allowSkills } }))}
        />
      )}
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('removeTitle', { name: displayName })}
        cancelLabel={t('cancel')}
        confirmLabel={t('remove')}
        focusAfterId="add-agent"
        onCancel={() => setIsLeaving(false)}
        onConfirm={() => {
          setIsLeaving(false);
          void run(async () => {
            await apiClient.deleteA2aService({ params });
            onChanged(undefined);
            onDone();
          });
        }}
      >
        {t('removeText')}
      </ConfirmDialog>
    </article>
  );
}
