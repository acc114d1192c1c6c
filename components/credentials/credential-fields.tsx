'use client';
import { useMessages, useTranslations } from 'use-intl';
import { type CredentialDraft, type CredentialField, shownFields } from '#components/credentials/credential-draft.ts';
import { PairRows } from '#components/credentials/pair-rows.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';

type CredentialFieldsProps = {
  draft: CredentialDraft;
  errors: Readonly<Partial<Record<string, string>>>;
  fieldId: (key: string) => string;
  /** @param fields those that changed */
  onChange: (change: Partial<CredentialDraft>, fields: readonly string[]) => void;
};

/** The values of a credential, as its type has them. */
export function CredentialFields({ draft, errors, fieldId, onChange }: CredentialFieldsProps) {
  return shownFields(draft).map((field) => (
    <OneField
      key={field.name}
      field={field}
      id={fieldId(`fields.${field.name}`)}
      draft={draft}
      error={errors[`fields.${field.name}`]}
      onChange={onChange}
    />
  ));
}

type OneFieldProps = Pick<CredentialFieldsProps, 'draft' | 'onChange'> & {
  field: CredentialField;
  id: string;
  error: string | undefined;
};

function OneField({ field, id, draft, error, onChange }: OneFieldProps) {
  const t = useTranslations('credentials');
  const choices: Readonly<Record<string, string>> = useMessages().credentials.choices;
  const label = t(`fields.${field.name}`);
  const changed = [`fields.${field.name}`];
  const setText = (text: string) => onChange({ texts: { ...draft.texts, [field.name]: text } }, changed);
  if (field.kind === 'pairs')
    return (
      <PairRows
        id={id}
        label={label}
        isSecret={field.isSecret}
        pairs={draft.pairs[field.name] ?? []}
        error={error}
        onChange={(pairs) => onChange({ pairs: { ...draft.pairs, [field.name]: pairs } }, changed)}
      />
    );
  if (field.kind === 'choice')
    return (
      <SelectField
        id={id}
        label={label}
        error={error}
        value={draft.texts[field.name] ?? field.options[0] ?? ''}
        options={field.options.map((value) => ({
          value,
          label: choices[value] ?? value,
        }))}
        onChange={setText}
      />
    );
  const isSecret = field.kind === 'secret';
  return (
    <TextField
      id={id}
      label={label}
      isRequired={!field.isOptional}
      error={error}
      type={isSecret ? 'password' : 'text'}
      inputMode={field.kind === 'url' ? 'url' : field.kind === 'number' ? 'numeric' : undefined}
      autoComplete={isSecret ? 'new-password' : 'off'}
      placeholder={field.placeholder}
      value={draft.texts[field.name] ?? ''}
      onChange={setText}
      className="font-mono"
    />
  );
}
