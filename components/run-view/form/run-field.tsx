'use client';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { type FormValue, isFileList } from '#components/run-view/form/read-form.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Field } from '#components/ui/field.tsx';
import { lazyPart } from '#components/ui/lazy-part.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { StartInput } from '#lib/workflow/start-inputs.ts';

const LazyFileControl = lazyPart(async () => (await import('#components/run-view/form/file-control.tsx')).FileControl);

const LazyFilesControl = lazyPart(async () => (await import('#components/run-view/form/files-control.tsx')).FilesControl);

type RunFieldProps = {
  input: StartInput;
  value: FormValue;
  isReadOnly: boolean;
  /** Of its form, where a page has several. */
  scope?: string | undefined;
  /** Whether large files may be uploaded. @defaultValue true */
  uploads?: boolean;
  help?: string | undefined;
  error: string | undefined;
  /** Aborted when the form is reset. */
  untilReset: AbortSignal;
  onChange: (value: FormValue) => void;
  /** Its file is being uploaded, or not any more. */
  onUploading: (isUploading: boolean) => void;
};

/** One input of `start` as a labelled control of its type. */
export function RunField(props: RunFieldProps) {
  const { input, value, isReadOnly, scope, uploads = true, help, error, untilReset, onChange, onUploading } = props;
  const t = useTranslations('form');
  const id = fieldId(input.name, scope);
  const text = typeof value === 'string' ? value : '';
  const isRequired = input.required === true;
  return (
    <Field id={id} label={input.title ?? input.name} isRequired={isRequired} help={help} error={error}>
      {(control) => {
        const typed = {
          ...control,
          value: text,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        };
        const typedText = { ...typed, readOnly: isReadOnly };
        switch (input.type) {
          case 'boolean':
            return <Checkbox {...control} checked={value === true} onCheckedChange={(checked) => onChange(checked === true)} />;
          case 'number':
            return <TextInput {...typedText} inputMode="decimal" autoComplete="off" className="tabular-nums" />;
          case 'select':
            return (
              <Select {...typed}>
                {text === '' || !input.options?.includes(text) ? <option value={text}>{text || t('choose')}</option> : null}
                {input.options?.map((option) => (
                  <option key={option} value={option}>
                    {option}
                  </option>
                ))}
              </Select>
            );
          case 'json':
            return (
              <TextArea
                {...typedText}
                spellCheck={false}
                placeholder={t(input.schema?.type === 'array' ? 'listPlaceholder' : 'jsonPlaceholder')}
                className="font-mono text-meta"
              />
            );
          case 'file':
            return (
              <Suspense>
                <LazyFileControl
                  control={control}
                  value={isFileList(value) || typeof value !== 'object' ? null : value}
                  uploads={uploads}
                  untilReset={untilReset}
                  onChange={onChange}
                  onUploading={onUploading}
                />
              </Suspense>
            );
          case 'files':
            return (
              <Suspense>
                <LazyFilesControl
                  control={control}
                  value={isFileList(value) ? value : []}
                  uploads={uploads}
                  untilReset={untilReset}
                  onChange={onChange}
                  onUploading={onUploading}
                />
              </Suspense>
            );
          default:
            return <TextArea {...typedText} rows={3} />;
        }
      }}
    </Field>
  );
}

export function fieldId(name: string, scope = 'input'): string {
  return `${scope}-${name}`;
}
