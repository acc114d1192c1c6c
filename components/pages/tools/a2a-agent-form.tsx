'use client';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { RequestFields } from '#components/credentials/request-fields.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { loadCredentials } from '#components/data/load-credentials.ts';
import { type AgentDraft, agentDraftOf, agentDraftProblems, agentSettingsOf } from '#components/pages/tools/agent-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { A2aServiceResource } from '#lib/api/a2a-services.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type A2aAgentFormProps = {
  /** The one that is changed; undefined for a new one. */
  agent?: A2aServiceResource;
  /** Names of all agents. */
  taken: readonly string[];
  onSaved: (agent: A2aServiceResource) => Promise<void>;
  onCancel?: () => void;
};
type TextKey = 'name' | 'displayName' | 'url' | 'user' | 'timeoutS';

/** Where an agent is, and how runs may call it. */
export function A2aAgentForm({ agent, taken, onSaved, onCancel }: A2aAgentFormProps) {
  const t = useTranslations('a2aAgents');
  const id = useId();
  const isHydrated = useIsHydrated();
  const [draft, setDraft] = useState<AgentDraft>(() => agentDraftOf(agent));
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const others = taken.filter((name) => name !== agent?.name);
  const problems = isTried ? agentDraftProblems(draft, others) : {};
  const set = (part: Partial<AgentDraft>) => setDraft((known) => ({ ...known, ...part }));
  const { data: credentials = [] } = useQuery({
    queryKey: ['credentials', 'all'],
    queryFn: ({ signal }) => loadCredentials(apiClient, signal),
  });
  const { data: published = [] } = useQuery({
    queryKey: ['deployments', 'addresses'],
    queryFn: async ({ signal }) => (await apiClient.listDeployments({ query: { limit: 100 } }, { signal })).items,
    enabled: draft.kind === 'slug',
  });

  async function save(event: SubmitEvent) {
    event.preventDefault();
    setIsTried(true);
    const [first] = Object.keys(agentDraftProblems(draft, others));
    if (first !== undefined) return document.getElementById(`${id}-${first}`)?.focus();
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      const body = agentSettingsOf(draft);
      await onSaved(
        agent ? await apiClient.updateA2aService({ params: { id: agent.id }, body }) : await apiClient.createA2aService({ body }),
      );
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setIsBusy(false);
  }

  const text = (key: TextKey, { isRequired = false, isMono = false } = {}) => (
    <Field
      id={`${id}-${key}`}
      label={t(`fields.${key}`)}
      isRequired={isRequired}
      help={t(`help.${key}`)}
      error={problems[key] && t(`problems.${problems[key]}`)}
    >
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          spellCheck={false}
          value={draft[key]}
          onChange={(event) => set({ [key]: event.target.value })}
          className={isMono ? 'font-mono' : ''}
        />
      )}
    </Field>
  );

  return (
    <form
      onSubmit={save}
      noValidate
      inert={!isHydrated}
      aria-label={t(agent ? 'change' : 'add')}
      className="grid max-w-200 gap-3"
    >
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
          <Field
            id={`${id}-slug`}
            label={t('fields.slug')}
            isRequired
            help={t('help.slug')}
            error={problems.slug && t(`problems.${problems.slug}`)}
          >
            {(control) => (
              <Select {...control} value={draft.slug} onChange={(event) => set({ slug: event.target.value })}>
                <option value="">{t('choose')}</option>
                {[...new Set([...published.map(({ slug }) => slug), ...(draft.slug === '' ? [] : [draft.slug])])].map((slug) => (
                  <option key={slug} value={slug}>
                    {slug}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {text('user')}
        </div>
      ) : (
        <>
          {text('url', { isRequired: true, isMono: true })}
          <RequestFields
            id={id}
            draft={draft}
            credentials={credentials}
            areHeadersWrong={problems.headers !== undefined}
            onChange={set}
          />
        </>
      )}
      <div className="grid gap-3 md:grid-cols-3">
        <Field id={`${id}-risk`} label={t('fields.risk')} isRequired={false} help={t('help.risk')}>
          {(control) => (
            <Select {...control} value={draft.risk} onChange={(event) => set({ risk: event.target.value as AgentDraft['risk'] })}>
              {(['low', 'medium', 'high'] as const).map((risk) => (
                <option key={risk} value={risk}>
                  {t(`risks.${risk}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field id={`${id}-approval`} label={t('fields.approval')} isRequired={false}>
          {(control) => (
            <Select
              {...control}
              value={draft.approval}
              onChange={(event) => set({ approval: event.target.value as AgentDraft['approval'] })}
            >
              {(['risk', 'always', 'never'] as const).map((approval) => (
                <option key={approval} value={approval}>
                  {t(`approvals.${approval}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {text('timeoutS')}
      </div>
      <div role="alert">{problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}</div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined}>
          {isBusy ? t('saving') : t(agent ? 'save' : 'addIt')}
        </Button>
        {onCancel ? (
          <Button size="large" onClick={onCancel}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
