'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useAnswer } from '#components/data/use-answer.ts';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { withoutPlaceholder } from '#components/inspector/form/choice-fields.tsx';
import { findListedTool } from '#components/inspector/form/tool-facts.ts';
import { ToolFacts, UnknownTool } from '#components/inspector/form/tool-marks.tsx';
import { ToolOptions } from '#components/inspector/form/tool-options.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { INLINE_AGENT } from '#lib/agents/inline-agent.ts';

/** No model can have this name: it would begin with a slash. */
const OTHER = '/other';
const MODEL_FORM = 'provider/model';

/** A model of this server, or any other by its name. */
export function ModelField(props: FieldProps) {
  const { model, path, value } = props;
  const { edit, catalogue } = useFormScope();
  const t = useTranslations('inspector');
  const unset = useUnsetModel(model.defaultValue === 'default');
  const [isOther, setIsOther] = useState(false);
  const chosen = value === undefined || (value === 'default' && model.defaultValue === 'default') ? '' : plainText(value);
  const isListed = chosen === '' || catalogue.models.some(({ name }) => name === chosen);
  function choose(name: string) {
    setIsOther(name === OTHER);
    if (name !== OTHER) edit(path, name === '' ? undefined : name);
  }
  return (
    <FieldFrame {...props} isShort>
      {(control) => (
        <div className="grid gap-1">
          <Select
            {...withoutPlaceholder(control)}
            value={isOther ? OTHER : chosen}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">{unset}</option>
            {catalogue.models.map(({ name, provider, isDemo }) => (
              <option key={name} value={name}>
                {isDemo ? t('demoModel', { name }) : `${name} · ${provider}`}
              </option>
            ))}
            {isListed ? null : <option value={chosen}>{chosen}</option>}
            <option value={OTHER}>{t('otherModel')}</option>
          </Select>
          {isOther ? (
            <TextInput
              aria-label={t('modelName')}
              placeholder={MODEL_FORM}
              autoComplete="off"
              spellCheck={false}
              value={chosen}
              onChange={(event) => edit(path, event.target.value.trim() || undefined, { isTyping: true })}
              className="font-mono text-meta"
            />
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}

/** What counts when no model is chosen. */
function useUnsetModel(isWorkflowDefault: boolean): string {
  const t = useTranslations('inspector');
  const { catalogue, reader } = useFormScope();
  const ofWorkflow = useEditor(({ document }) => document.settings.defaultModel);
  const ofServer = catalogue.models.find(({ isDefault }) => isDefault)?.name;
  if (!isWorkflowDefault && reader !== undefined) return t('notSet');
  const name = reader === undefined ? ofServer : (ofWorkflow ?? ofServer);
  return name === undefined ? t('notSet') : t('default', { value: name });
}

/** One tool, with what is known of it. */
export function ToolField(props: FieldProps) {
  const { path, value } = props;
  const { edit, catalogue } = useFormScope();
  const t = useTranslations('inspector');
  const chosen = plainText(value);
  const tool = findListedTool(catalogue.tools, value);
  return (
    <FieldFrame {...props}>
      {(control) => (
        <div className="grid gap-1">
          <Select
            {...withoutPlaceholder(control)}
            value={tool?.id ?? chosen}
            onChange={(event) => edit(path, event.target.value)}
          >
            {tool ? null : <option value={chosen}>{chosen || t('chooseTool')}</option>}
            <ToolOptions tools={catalogue.tools} />
          </Select>
          {tool ? <ToolFacts tool={tool} /> : <UnknownTool name={chosen} />}
        </div>
      )}
    </FieldFrame>
  );
}

/** The agent that does a task: a built-in one, one of the workspace, or one that is written into the node. */
export function WorkerField(props: FieldProps) {
  const { path, value } = props;
  const { edit } = useFormScope();
  const t = useTranslations('inspector');
  const chosen = plainText(value);
  const agents = useAnswer('agents', (_, signal) => apiClient.listAgents({}, { signal }))?.items.map(({ id }) => id) ?? [];
  const names = [...agents, INLINE_AGENT];
  return (
    <FieldFrame {...props} isShort>
      {(control) => (
        <Select {...withoutPlaceholder(control)} value={chosen} onChange={(event) => edit(path, event.target.value)}>
          {names.includes(chosen) ? null : <option value={chosen}>{chosen || t('chooseWorker')}</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {name === INLINE_AGENT ? t('inlineAgent') : name}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
