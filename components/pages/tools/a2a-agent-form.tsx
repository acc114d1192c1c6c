'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { RequestFields } from '#components/credentials/request-fields.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { loadDeployments } from '#components/data/load-deployments.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import { type AgentDraft, agentDraftOf, agentDraftProblems, agentSettingsOf } from '#components/pages/tools/agent-draft.ts';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';

type A2aAgentFormProps = {
  /** The one that is changed; undefined for a new one. */
  agent?: A2aServiceResource;
  /** Names of all agents. */
  taken: readonly string[];
  onSaved: (agent: A2aServiceResource) => void | Promise<void>;
  onCancel?: () => void;
};
type TextKey = 'name' | 'displayName' | 'url' | 'user' | 'timeoutS';

/** Where an agent is, and how runs may call it. */
export function A2aAgentForm({ agent, taken, onSaved, onCancel }: A2aAgentFormProps) {
  const t = useTranslations('a2aAgents');
  const others = taken.filter((name) => name !== agent?.name);
  const form = useEntryForm<AgentDraft, A2aServiceResource>({
    first: () => agentDraftOf(agent),
    problemsOf: (draft) => wordProblems(agentDraftProblems(draft, others), (problem) => t(`problems.${problem}`)),
    nameField: 'name',
    keepAs: agent ? undefined : 'a2a agent',
    send(draft) {
      const body = agentSettingsOf(draft);
      return agent ? apiClient.updateA2aService({ params: { id: agent.id }, body }) : apiClient.createA2aService({ body });
    },
    onSaved,
  });
  const { draft, set, problems } = form;
  const { data: published = [] } = useQuery({
    queryKey: ['deployments', 'addresses'],
    queryFn: () => loadDeployments(apiClient),
    enabled: draft.kind === 'slug',
  });
  const slugs = [...new Set([...published.map(({ slug }) => slug), ...(draft.slug === '' ? [] : [draft.slug])])];

  const text = (key: TextKey, { isRequired = false, isMono = false } = {}) => (
    <TextField
      {...form.text(key)}
      label={t(`fields.${key}`)}
      isRequired={isRequired}
      help={t(`help.${key}`)}
      className={isMono ? 'font-mono' : ''}
    />
  );

  return (
    <form {...form.props} aria-label={t(agent ? 'change' : 'add')} className="grid max-w-200 gap-3">
      {agent ? null : (
        <div>
          <Segmented
            label={t('fields.kind')}
            value={draft.kind}
            options={(['url', 'slug'] as const).map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
            onChange={(kind) => set({ kind })}
          />
        </div>
      )}
      <div className="grid gap-3 md:grid-cols-2">
        {text('name', { isRequired: true, isMono: true })}
        {text('displayName')}
      </div>
      {draft.kind === 'slug' ? (
        <div className="grid gap-3 md:grid-cols-2">
          <SelectField
            {...form.text('slug')}
            label={t('fields.slug')}
            isRequired
            help={t('help.slug')}
            options={[{ value: '', label: t('choose') }, ...slugs.map((slug) => ({ value: slug, label: slug }))]}
          />
          {text('user')}
        </div>
      ) : (
        <>
          {text('url', { isRequired: true, isMono: true })}
          <RequestFields id={form.fieldId} draft={draft} url={draft.url} problems={problems} onChange={set} />
        </>
      )}
      <div className="grid gap-3 md:grid-cols-3">
        <SelectField
          {...form.text('risk')}
          label={t('fields.risk')}
          help={t('help.risk')}
          options={(['low', 'medium', 'high'] as const).map((risk) => ({ value: risk, label: t(`risks.${risk}`) }))}
        />
        <SelectField
          {...form.text('approval')}
          label={t('fields.approval')}
          options={(['risk', 'always', 'never'] as const).map((value) => ({ value, label: t(`approvals.${value}`) }))}
        />
        {text('timeoutS')}
      </div>
      <FormFoot
        title={t('notDone')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={form.isBusy ? t('saving') : t(agent ? 'save' : 'addIt')}
        cancelLabel={t('cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}
