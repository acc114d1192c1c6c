'use client';
import { TextField } from '#components/ui/text-field.tsx';

const NAME_MAX_LENGTH = 100;

type KeyNameFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly example: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
};

/** What a new key is called. */
export function KeyNameField({ example, ...field }: KeyNameFieldProps) {
  return <TextField {...field} isRequired maxLength={NAME_MAX_LENGTH} placeholder={example} />;
}
