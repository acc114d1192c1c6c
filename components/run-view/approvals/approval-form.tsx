'use client';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type ApprovalField, withField } from '#components/run-view/approvals/approval-fields.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field, type FieldControl } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';

type ApprovalFormProps = {
  /** Begins the ids of its fields; the first one has this id alone. */
  id: string;
  fields: readonly ApprovalField[];
  value: unknown;
  isReadOnly: boolean;
  onChange: (value: object) => void;
};

/** A value that is decided on, with a control for each of its fields. */
export function ApprovalForm({ id, fields, value, isReadOnly, onChange }: ApprovalFormProps) {
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return (
    <div className="grid gap-2 rounded-control border border-line-1 bg-sunken p-2">
      {fields.map((field, index) => (
        <FormField
          key={field.name}
          id={index === 0 ? id : `${id}-${field.name}`}
          field={field}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(withField(value, field.name, next))}
        />
      ))}
    </div>
  );
}

type FormFieldProps = { id: string; field: ApprovalField; isReadOnly: boolean; onChange: (value: unknown) => void };

function FormField({ id, field, isReadOnly, onChange }: FormFieldProps) {
  const t = useTranslations('approvals');
  const [typed, setTyped] = useState<string>();
  const { control, value, title, isRequired, description } = field;
  const isTyped = control === 'number' || control === 'json';
  const text = isTyped ? (typed ?? textOf(value)) : typeof value === 'string' ? value : '';
  const read = isTyped && typed !== undefined ? readTyped(control, typed) : undefined;
  function write(next: string) {
    if (!isTyped) return onChange(next);
    setTyped(next);
    const parsed = readTyped(control, next);
    if (parsed.isValid) onChange(parsed.value);
  }
  return (
    <Field
      id={id}
      label={title}
      isRequired={isRequired}
      help={description}
      error={read && !read.isValid ? t(`fieldProblems.${control as 'number' | 'json'}`) : undefined}
    >
      {(shared) => (
        <Control field={field} text={text} shared={shared} isReadOnly={isReadOnly} onText={write} onChange={onChange} />
      )}
    </Field>
  );
}

type ControlProps = {
  field: ApprovalField;
  text: string;
  shared: FieldControl;
  isReadOnly: boolean;
  onText: (text: string) => void;
  onChange: (value: unknown) => void;
};

function Control({ field, text, shared, isReadOnly, onText, onChange }: ControlProps) {
  const typed = { ...shared, value: text, readOnly: isReadOnly, autoComplete: 'off' };
  const onInput = (event: { target: { value: string } }) => onText(event.target.value);
  switch (field.control) {
    case 'boolean':
      return (
        <Checkbox
          {...shared}
          disabled={isReadOnly}
          checked={field.value === true}
          onCheckedChange={(checked) => onChange(checked === true)}
        />
      );
    case 'choice':
      return (
        <Select {...shared} disabled={isReadOnly} value={text} onChange={onInput}>
          {field.choices.includes(text) ? null : <option value={text}>{text}</option>}
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
      );
    case 'number':
      return <TextInput {...typed} inputMode="decimal" onChange={onInput} className="tabular-nums" />;
    case 'line':
      return <TextInput {...typed} onChange={onInput} />;
    case 'json':
      return <TextArea {...typed} spellCheck={false} onChange={onInput} className="font-mono text-meta leading-[17px]!" />;
    case 'text':
      return <TextArea {...typed} rows={4} onChange={onInput} />;
    default:
      return field satisfies never;
  }
}

function textOf(value: unknown): string {
  return value === undefined ? '' : typeof value === 'number' ? String(value) : JSON.stringify(value, null, 2);
}

/** What was typed into a field; an emptied one has no value. */
function readTyped(control: ApprovalField['control'], text: string): { isValid: boolean; value?: unknown } {
  if (text.trim() === '') return { isValid: true };
  if (control === 'number') {
    const value = Number(text);
    return Number.isFinite(value) ? { isValid: true, value } : { isValid: false };
  }
  try {
    return { isValid: true, value: JSON.parse(text) as unknown };
  } catch {
    return { isValid: false };
  }
}
