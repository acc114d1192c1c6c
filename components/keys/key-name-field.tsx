'use client';
import { useTranslations } from 'use-intl';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

const NAME_MAX_LENGTH = 100;

type KeyNameFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly example: string;
  readonly name: string;
  readonly isMissing: boolean;
  readonly onChange: (name: string) => void;
};

/** What a new key is called. */
export function KeyNameField({ id, label, example, name, isMissing, onChange }: KeyNameFieldProps) {
  const t = useTranslations('keys');
  return (
    <Field id={id} label={label} isRequired error={isMissing ? t('nameMissing') : undefined}>
      {(control) => (
        <TextInput
          {...control}
          value={name}
          maxLength={NAME_MAX_LENGTH}
          autoComplete="off"
          placeholder={example}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
