'use client';
import type { ComponentProps } from 'react';
import type { useFieldText } from '#components/inspector/field/use-field-text.ts';
import { TextInput } from '#components/ui/text-input.tsx';

type NameInputProps = { field: ReturnType<typeof useFieldText> } & Omit<ComponentProps<'input'>, 'value' | 'onChange'>;

/** Where the id or name of something is typed that others refer to. */
export function NameInput({ field, ...rest }: NameInputProps) {
  return (
    <TextInput
      {...rest}
      value={field.text}
      autoComplete="off"
      spellCheck={false}
      onBlur={field.leave}
      onChange={(event) => field.setText(event.target.value)}
      className="font-mono text-meta"
    />
  );
}
