'use client';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import {
  type AgentDraft,
  agentOfDraft,
  agentProblems,
  draftOfAgent,
  newAgentDraft,
} from '#components/pages/agents/agent-draft.ts';
import { AgentTools } from '#components/pages/agents/agent-tools.tsx';
import { NameList } from '#components/pages/agents/name-list.tsx';
import { useAgentChoices } from '#components/pages/agents/use-agent-choices.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useFocusFirst } from '#components/ui/use-focus-first.ts';
import { useOptionWords } from '#components/ui/use-option-words.ts';
import { skillModes } from '#lib/agents/skill-modes.ts';
import { type ToolPackKey, toolPackKeys, toolPacks } from '#lib/agents/tool-packs.ts';
import type { AgentResource } from '#lib/api/agents.contract.ts';
import { idOfTitle, isIdOfTitle } from '#lib/text/id-of-title.ts';

type AgentFormProps = {
  /** The version that the form begins with; undefined for a new agent. */
  agent?: AgentResource;
  /** The newest version. */
  baseVersion?: number;
  onSaved: (agent: AgentResource) => Promise<void>;
  onCancel: () => void;
};

const choices = {
  kind: ['worker', 'orchestrator'],
  strategy: ['react', 'plan-and-execute', 'multi-llm'],
  mode: ['normal', 'read-only', 'settings'],
  skillMode: skillModes,
} as const;

/** Maximum lengths, as the API has them. */
const textLimits = { id: 63, title: 100, model: 200, maxSteps: undefined, maxToolCalls: undefined } as const;

/** Fields that are lists of names, and what is chosen from. */
const lists = { agents: 'agents', handoffs: 'agents', skills: 'skills', candidateModels: 'models' } as const;

/** Makes an agent, or its next version. The id of a new one follows its name until a person writes another one. */
export function AgentForm({ agent, baseVersion = 1, onSaved, onCancel }: AgentFormProps) {
  const t = useTranslations('agentsPage');
  const known = useAgentChoices();
  const form = useEntryForm<AgentDraft, AgentResource>({
    first: agent ? draftOfAgent(agent.spec) : newAgentDraft,
    problemsOf: (draft) => wordProblems(agentProblems(draft), (problem) => t(`problems.${problem}`)),
    nameField: 'id',
    keepAs: agent ? undefined : 'agent',
    send(draft) {
      const { id, ...fields } = agentOfDraft(draft, agent?.spec);
      if (!agent) return apiClient.createAgent({ body: { id, ...fields } });
      return apiClient.updateAgent({ params: { id: agent.id }, body: { ...fields, version: baseVersion } });
    },
    onSaved,
  });
  const { draft, set } = form;
  useFocusFirst(form.fieldId('title'), agent === undefined);

  const text = (key: keyof typeof textLimits) => (
    <TextField
      {...form.text(key)}
      label={t(`fields.${key}`)}
      isRequired
      help={key === 'id' ? t('idHelp') : undefined}
      maxLength={textLimits[key]}
      list={key === 'model' ? form.fieldId('models') : undefined}
      inputMode={key === 'maxSteps' || key === 'maxToolCalls' ? 'numeric' : undefined}
    />
  );
  const names = (key: keyof typeof lists) => (
    <NameList
      {...form.field(key)}
      label={t(`fields.${key}`)}
      help={t(`help.${key}`)}
      isRequired={key === 'candidateModels'}
      mayRepeat={key === 'candidateModels'}
      chosen={draft[key]}
      options={known[lists[key]]}
      onChange={(chosen) => set({ [key]: chosen })}
    />
  );
  const lines = (key: 'description' | 'instructions', isRequired = false) => (
    <Field
      {...form.field(key)}
      label={t(`fields.${key}`)}
      isRequired={isRequired}
      help={key === 'instructions' ? undefined : t('help.description')}
    >
      {(control) => (
        <TextArea
          {...control}
          value={draft[key]}
          data-max-length={key === 'description' ? 2000 : 50_000}
          onChange={(event) => set({ [key]: event.target.value })}
        />
      )}
    </Field>
  );
  const wordOf = useOptionWords();
  const choice = (key: keyof typeof choices) => (
    <SelectField
      {...form.text(key)}
      label={t(`fields.${key}`)}
      options={choices[key].map((value) => ({
        value,
        label: key === 'kind' ? t(`kinds.${value as 'worker'}`) : wordOf(value),
      }))}
    />
  );

  return (
    <form {...form.props} className="grid max-w-[80ch] gap-4 p-4" aria-labelledby={form.fieldId('heading')}>
      <h2 id={form.fieldId('heading')} className="text-name font-title">
        {agent ? t('editTitle', { name: agent.spec.title }) : t('addTitle')}
      </h2>
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          {...form.text('title')}
          label={t('fields.title')}
          isRequired
          maxLength={textLimits.title}
          onChange={(title) =>
            set(
              agent || !isIdOfTitle(draft.id, draft.title, textLimits.id)
                ? { title }
                : { title, id: idOfTitle(title, textLimits.id) },
            )
          }
        />
        {agent ? null : text('id')}
        {choice('kind')}
        {text('model')}
      </div>
      <datalist id={form.fieldId('models')}>
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
            id={form.fieldId(`pack-${key}`)}
            chosen={draft.toolPackKeys}
            onChange={(keys) => set({ toolPackKeys: keys })}
          />
        ))}
      </fieldset>
      <AgentTools {...form.field('tools')} chosen={draft.tools} options={known.tools} onChange={(tools) => set({ tools })} />
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
      <FormFoot
        title={t('notSaved')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={agent ? t('saveVersion', { version: baseVersion + 1 }) : t('create')}
        cancelLabel={t('cancel')}
        onCancel={onCancel}
      />
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
