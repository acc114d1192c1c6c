import type { ComponentProps } from 'react';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'required'> & {
  id: string;
  label: string;
  value: string;
  /** @defaultValue false */
  isRequired?: boolean;
  help?: string | undefined;
  error?: string | undefined;
  onChange: (text: string) => void;
};

/** A line of text with its label, help and error. */
export function TextField({ id, label, isRequired = false, help, error, onChange, ...input }: TextFieldProps) {
  return (
    <Field id={id} label={label} isRequired={isRequired} help={help} error={error}>
      {(control) => (
        <TextInput
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...control}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
