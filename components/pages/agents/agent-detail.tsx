'use client';
import { MessageSquare } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { AgentForm } from '#components/pages/agents/agent-form.tsx';
import { AgentTrial } from '#components/pages/agents/agent-trial.tsx';
import { Button, linkButton } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FailureNotice } from '#components/ui/failure-notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { useOptionWords } from '#components/ui/use-option-words.ts';
import { offeredName } from '#lib/agents/tool-offer.ts';
import type { AgentResource } from '#lib/api/agents.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import { visibleText } from '#lib/i18n/visible-text.ts';

type AgentDetailProps = {
  agent: AgentResource;
  /** A person has just made it, and tries it next. */
  isMade: boolean;
  /** Undefined: it was deleted. */
  onChanged: (now: AgentResource | undefined) => Promise<void>;
};

/** One agent: what it is, its versions, and a conversation to test it. */
export function AgentDetail({ agent: newest, isMade, onChanged }: AgentDetailProps) {
  const t = useTranslations('agentsPage');
  const wordOption = useOptionWords();
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [version, setVersion] = useState(newest.version);
  const versions = useAnswer(newest.isBuiltIn ? undefined : newest.id, (id, signal) =>
    apiClient.listAgentVersions({ params: { id } }, { signal }),
  );
  const isOld = version !== null && version !== newest.version;
  const old = useAnswer(isOld ? `${newest.id}@${version}` : undefined, (_, signal) =>
    apiClient.getAgent({ params: { id: newest.id }, query: { ...(version !== null && { version }) } }, { signal }),
  );
  const agent = isOld ? (old ?? newest) : newest;
  const { spec, id } = agent;
  const { agentTexts } = useMessages();
  const { title, description } = (agent.isBuiltIn ? agentTexts[id] : undefined) ?? spec;
  if (isEditing)
    return <AgentForm agent={agent} baseVersion={newest.version ?? 1} onSaved={onChanged} onCancel={() => setIsEditing(false)} />;
  async function remove() {
    setIsDeleting(false);
    try {
      await apiClient.deleteAgent({ params: { id } });
    } catch (error) {
      return setProblem(errorMessage(error));
    }
    await onChanged(undefined);
  }
  return (
    <article className="grid max-w-[80ch] gap-4 p-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="text-title font-title">{title}</h2>
        <code className="text-meta text-ink-3">{id}</code>
        {versions ? (
          <span className="w-36">
            <Select
              aria-label={t('version')}
              value={String(version ?? '')}
              onChange={(event) => setVersion(Number(event.target.value))}
            >
              {versions.items.map(({ version: one }) => (
                <option key={one} value={one}>
                  {t('versionNumber', { version: one })}
                </option>
              ))}
            </Select>
          </span>
        ) : null}
        {newest.isBuiltIn ? <span className="text-meta text-ink-3">{t('builtIn')}</span> : null}
        <span className="ml-auto flex gap-2">
          <Link
            href={`/sessions?agent=${encodeURIComponent(version === null ? id : `${id}@${version}`)}`}
            prefetch={false}
            className={linkButton}
          >
            <MessageSquare size={13} aria-hidden="true" />
            {t('chat')}
          </Link>
          {newest.isBuiltIn ? null : (
            <>
              <Button onClick={() => setIsEditing(true)}>{isOld ? t('restore') : t('edit')}</Button>
              <Button id="delete-agent" look="quiet" onClick={() => setIsDeleting(true)}>
                {t('delete')}
              </Button>
            </>
          )}
        </span>
      </header>
      <FailureNotice title={t('notDeleted')}>{problem}</FailureNotice>
      <p className="wrap-anywhere">{description}</p>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name={t('fields.kind')} value={t(`kinds.${spec.kind}`)} />
        <Fact name={t('fields.model')} value={spec.model} />
        <Fact name={t('fields.strategy')} value={wordOption(spec.strategy)} />
        <Fact name={t('fields.mode')} value={wordOption(spec.mode)} />
        <Fact name={t('fields.tools')} value={toolNamesOf(agent).join(', ') || t('noTools')} />
        {spec.agents.length > 0 ? <Fact name={t('fields.agents')} value={spec.agents.join(', ')} /> : null}
        {spec.handoffs.length > 0 ? <Fact name={t('fields.handoffs')} value={spec.handoffs.join(', ')} /> : null}
        {spec.skillMode === 'off' ? null : <Fact name={t('fields.skills')} value={spec.skills.join(', ') || t('allSkills')} />}
        <Fact name={t('fields.limits')} value={t('limits', spec.limits)} />
      </dl>
      {spec.instructions === '' ? null : (
        <section className="grid gap-1">
          <h3 className="font-strong text-ink-2">{t('fields.instructions')}</h3>
          <p className="rounded-md border border-line-1 bg-sunken p-2 whitespace-pre-wrap wrap-anywhere">{spec.instructions}</p>
        </section>
      )}
      <AgentTrial key={`${id}@${version}`} name={version === null ? id : `${id}@${version}`} isFocused={isMade} />
      <ConfirmDialog
        isOpen={isDeleting}
        title={t('deleteTitle', { name: spec.title })}
        cancelLabel={t('cancel')}
        confirmLabel={t('delete')}
        focusAfterId="delete-agent"
        onConfirm={() => void remove()}
        onCancel={() => setIsDeleting(false)}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </article>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </>
  );
}

/** Tools with another name as `rules (read_url)`. */
function toolNamesOf({ toolIds, spec }: Pick<AgentResource, 'toolIds' | 'spec'>): readonly string[] {
  return toolIds.flatMap((id) => {
    const names = spec.tools.filter((offer) => (typeof offer === 'string' ? offer : offer.tool) === id).map(offeredName);
    return names.length === 0 ? [id] : names.map((name) => (name === id ? id : `${visibleText(name)} (${id})`));
  });
}
