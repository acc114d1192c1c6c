import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';

type SelectFieldProps = {
  id: string;
  label: string;
  value: string;
  options: readonly { readonly value: string; readonly label: string; readonly isDisabled?: boolean }[];
  /** @defaultValue false */
  isRequired?: boolean;
  isDisabled?: boolean;
  help?: string | undefined;
  error?: string | undefined;
  onChange: (value: string) => void;
};

/** A choice with its label, help and error. */
export function SelectField({
  id,
  label,
  value,
  options,
  isRequired = false,
  isDisabled,
  help,
  error,
  onChange,
}: SelectFieldProps) {
  return (
    <Field id={id} label={label} isRequired={isRequired} help={help} error={error}>
      {(control) => (
        <Select {...control} disabled={isDisabled} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
