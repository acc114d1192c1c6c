'use client';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { type AgentDraft, agentOfDraft, draftOfAgent, newAgentDraft } from '#components/pages/agents/agent-draft.ts';
import { AgentTools } from '#components/pages/agents/agent-tools.tsx';
import { NameList } from '#components/pages/agents/name-list.tsx';
import { useAgentChoices } from '#components/pages/agents/use-agent-choices.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useOptionWords } from '#components/ui/use-option-words.ts';
import { skillModes } from '#lib/agents/skill-modes.ts';
import { type ToolPackKey, toolPackKeys, toolPacks } from '#lib/agents/tool-packs.ts';
import type { AgentResource } from '#lib/api/agents.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type AgentFormProps = {
  /** The version that the form begins with; undefined for a new agent. */
  agent?: AgentResource;
  /** The newest version. */
  baseVersion?: number;
  onSaved: (agentId: string) => Promise<void>;
  onCancel: () => void;
};

const choices = {
  kind: ['worker', 'orchestrator'],
  strategy: ['react', 'plan-and-execute', 'multi-llm'],
  mode: ['normal', 'read-only', 'settings'],
  skillMode: skillModes,
} as const;

/** Fields that are lists of names, and what is chosen from. */
const lists = { agents: 'agents', handoffs: 'agents', skills: 'skills', candidateModels: 'models' } as const;

/** Makes an agent, or its next version. */
export function AgentForm({ agent, baseVersion = 1, onSaved, onCancel }: AgentFormProps) {
  const t = useTranslations('agentsPage');
  const prefix = useId();
  const [draft, setDraft] = useState<AgentDraft>(agent ? draftOfAgent(agent.spec) : newAgentDraft);
  const known = useAgentChoices();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const change = (part: Partial<AgentDraft>) => setDraft((before) => ({ ...before, ...part }));

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    setIsSaving(true);
    setProblem(undefined);
    try {
      const { id, ...fields } = agentOfDraft(draft, agent?.spec);
      if (agent) await apiClient.updateAgent({ params: { id: agent.id }, body: { ...fields, version: baseVersion } });
      else await apiClient.createAgent({ body: { id, ...fields } });
      await onSaved(agent?.id ?? id);
    } catch (error) {
      setProblem(errorMessage(error));
      setIsSaving(false);
    }
  }

  const text = (key: 'id' | 'title' | 'model' | 'maxSteps' | 'maxToolCalls', isRequired = true) => (
    <Field
      id={`${prefix}-${key}`}
      label={t(`fields.${key}`)}
      isRequired={isRequired}
      help={key === 'id' ? t('idHelp') : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          value={draft[key]}
          required={isRequired}
          autoComplete="off"
          pattern={key === 'id' ? '[a-z][a-z0-9\\-]{0,62}' : undefined}
          list={key === 'model' ? `${prefix}-models` : undefined}
          inputMode={key === 'maxSteps' || key === 'maxToolCalls' ? 'numeric' : undefined}
          onChange={(event) => change({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  const names = (key: keyof typeof lists) => (
    <NameList
      id={`${prefix}-${key}`}
      label={t(`fields.${key}`)}
      help={t(`help.${key}`)}
      isRequired={key === 'candidateModels'}
      mayRepeat={key === 'candidateModels'}
      chosen={draft[key]}
      options={known[lists[key]]}
      onChange={(chosen) => change({ [key]: chosen })}
    />
  );
  const lines = (key: 'description' | 'instructions', isRequired = false) => (
    <Field
      id={`${prefix}-${key}`}
      label={t(`fields.${key}`)}
      isRequired={isRequired}
      help={key === 'instructions' ? undefined : t('help.description')}
    >
      {(control) => (
        <TextArea
          {...control}
          value={draft[key]}
          required={isRequired}
          onChange={(event) => change({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  const wordOf = useOptionWords();
  const choice = (key: keyof typeof choices) => (
    <Field id={`${prefix}-${key}`} label={t(`fields.${key}`)} isRequired={false}>
      {(control) => (
        <Select {...control} value={draft[key]} onChange={(event) => change({ [key]: event.target.value })}>
          {choices[key].map((value) => (
            <option key={value} value={value}>
              {key === 'kind' ? t(`kinds.${value as 'worker'}`) : wordOf(value)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );

  return (
    <form
      onSubmit={(event) => void save(event)}
      className="grid max-w-[80ch] gap-4 p-4"
      aria-labelledby={`${prefix}-title-of-form`}
    >
      <h2 id={`${prefix}-title-of-form`} className="text-name font-title">
        {agent ? t('editTitle', { name: agent.spec.title }) : t('addTitle')}
      </h2>
      <div className="grid gap-3 md:grid-cols-2">
        {agent ? null : text('id')}
        {text('title')}
        {choice('kind')}
        {text('model')}
      </div>
      <datalist id={`${prefix}-models`}>
        {[{ name: 'default', label: t('defaultModel') }, ...known.models].map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </datalist>
      {lines('description', true)}
      {lines('instructions')}
      <fieldset className="grid gap-1">
        <legend className="font-strong text-ink-2">{t('fields.toolPackKeys')}</legend>
        {toolPackKeys.map((key) => (
          <PackChoice
            key={key}
            pack={key}
            id={`${prefix}-${key}`}
            chosen={draft.toolPackKeys}
            onChange={(keys) => change({ toolPackKeys: keys })}
          />
        ))}
      </fieldset>
      <AgentTools id={`${prefix}-tools`} chosen={draft.tools} options={known.tools} onChange={(tools) => change({ tools })} />
      <div className="grid gap-3 md:grid-cols-2">
        {names('agents')}
        {names('handoffs')}
        {choice('strategy')}
        {choice('mode')}
        {choice('skillMode')}
        {draft.skillMode === 'off' ? null : names('skills')}
        {draft.strategy === 'multi-llm' ? names('candidateModels') : null}
        {text('maxSteps')}
        {text('maxToolCalls')}
      </div>
      {/* Next to the button that was pressed: the top of the form may be out of sight. */}
      <div role="alert">{problem === undefined ? null : <Notice title={t('notSaved')}>{problem}</Notice>}</div>
      <div className="flex gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={isSaving || undefined}>
          {agent ? t('saveVersion', { version: baseVersion + 1 }) : t('create')}
        </Button>
        <Button size="large" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

type PackChoiceProps = {
  pack: ToolPackKey;
  id: string;
  chosen: readonly ToolPackKey[];
  onChange: (chosen: readonly ToolPackKey[]) => void;
};

function PackChoice({ pack, id, chosen, onChange }: PackChoiceProps) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Checkbox
        id={id}
        checked={chosen.includes(pack)}
        onCheckedChange={(isChecked) => onChange(isChecked === true ? [...chosen, pack] : chosen.filter((one) => one !== pack))}
      />
      <label htmlFor={id} className="min-w-0 wrap-anywhere">
        {pack} <span className="text-meta text-ink-3">{toolPacks[pack].join(', ')}</span>
      </label>
    </span>
  );
}
