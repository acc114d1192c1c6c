import type { ComponentProps } from 'react';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'required'> & {
  id: string;
  label: string;
  value: string;
  /** @defaultValue false */
  isRequired?: boolean;
  isLabelHidden?: boolean;
  /** In characters. A longer text is refused when it is sent, see `useEntryForm`. */
  maxLength?: number | undefined;
  help?: string | undefined;
  error?: string | undefined;
  onChange: (text: string) => void;
};

/** A line of text with its label, help and error. */
export function TextField({
  id,
  label,
  isRequired = false,
  isLabelHidden,
  maxLength,
  help,
  error,
  onChange,
  ...input
}: TextFieldProps) {
  return (
    <Field id={id} label={label} isRequired={isRequired} isLabelHidden={isLabelHidden} help={help} error={error}>
      {(control) => (
        <TextInput
          autoComplete="off"
          spellCheck={false}
          {...input}
          {...control}
          data-max-length={maxLength}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
