'use client';
import { useTranslations } from 'use-intl';
import { type CredentialDraft, type CredentialField, shownFields } from '#components/credentials/credential-draft.ts';
import { PairRows } from '#components/credentials/pair-rows.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

type CredentialFieldsProps = {
  draft: CredentialDraft;
  errors: Readonly<Record<string, string>>;
  fieldId: (key: string) => string;
  onChange: (change: Partial<CredentialDraft>) => void;
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
  const label = t(`fields.${field.name}`);
  const setText = (text: string) => onChange({ texts: { ...draft.texts, [field.name]: text } });
  if (field.kind === 'pairs')
    return (
      <PairRows
        id={id}
        label={label}
        isSecret={field.isSecret}
        pairs={draft.pairs[field.name] ?? []}
        error={error}
        onChange={(pairs) => onChange({ pairs: { ...draft.pairs, [field.name]: pairs } })}
      />
    );
  if (field.kind === 'choice')
    return (
      <Field id={id} label={label} isRequired={false} error={error}>
        {(control) => (
          <Select
            {...control}
            value={draft.texts[field.name] ?? field.options[0]}
            onChange={(event) => setText(event.target.value)}
          >
            {field.options.map((option) => (
              <option key={option} value={option}>
                {t.has(`choices.${option}` as never) ? t(`choices.${option}` as never) : option}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  const isSecret = field.kind === 'secret';
  return (
    <Field id={id} label={label} isRequired={!field.isOptional} error={error}>
      {(control) => (
        <TextInput
          {...control}
          type={isSecret ? 'password' : 'text'}
          inputMode={field.kind === 'url' ? 'url' : field.kind === 'number' ? 'numeric' : undefined}
          autoComplete={isSecret ? 'new-password' : 'off'}
          spellCheck={false}
          placeholder={field.placeholder}
          value={draft.texts[field.name] ?? ''}
          onChange={(event) => setText(event.target.value)}
          className="font-mono"
        />
      )}
    </Field>
  );
}
