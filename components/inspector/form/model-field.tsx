'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor } from '#components/editor/document/use-editor.tsx';
import { FieldFrame, type FieldProps } from '#components/inspector/field/field-frame.tsx';
import { plainText } from '#components/inspector/field/field-text.ts';
import { useFormScope } from '#components/inspector/field/form-scope.tsx';
import { OfferedModels } from '#components/inspector/form/offered-models.tsx';
import { withoutPlaceholder } from '#components/inspector/form/plain-fields.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

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
            <>
              <TextInput
                aria-label={t('modelName')}
                placeholder={MODEL_FORM}
                autoComplete="off"
                spellCheck={false}
                value={chosen}
                onChange={(event) => edit(path, event.target.value.trim() || undefined, { isTyping: true })}
                className="font-mono text-meta"
              />
              <OfferedModels models={catalogue.models} onPick={choose} />
            </>
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
