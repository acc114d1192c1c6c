'use client';
import { fieldElementId, useFormScope } from '#components/inspector/field/form-scope.tsx';
import type { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { NameInput } from '#components/inspector/form/name-input.tsx';
import type { FieldPath } from '#lib/json/set-at-path.ts';

type RowNameProps = { label: string; path: FieldPath; index: number; field: ReturnType<typeof useFieldText> };

/** The name of a row in a list of named rows. */
export function RowName({ label, path, index, field }: RowNameProps) {
  const { formId } = useFormScope();
  return (
    <NameInput
      id={fieldElementId(formId, [...path, index, 'name'])}
      aria-label={label}
      aria-invalid={field.problem !== undefined}
      field={field}
    />
  );
}
