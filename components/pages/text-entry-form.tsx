'use client';
import { useTranslations } from 'use-intl';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Field } from '#components/ui/field.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { TextArea } from '#components/ui/text-area.tsx';

type TextEntryFormProps = {
  label: string;
  /** @defaultValue empty */
  first?: string;
  placeholder?: string;
  rows: number;
  maxLength: number;
  /** The field has the caret from the start. @defaultValue false */
  autoFocus?: boolean;
  problemTitle: string;
  saveLabel: string;
  cancelLabel: string;
  send: (text: string) => Promise<unknown>;
  onSaved: () => void | Promise<void>;
  onCancel: () => void;
};

/** A form for one text that must not be empty. */
export function TextEntryForm({ label, first = '', send, onSaved, ...rest }: TextEntryFormProps) {
  const { placeholder, rows, maxLength, autoFocus, ...foot } = rest;
  const t = useTranslations('entry');
  const form = useEntryForm<{ readonly text: string }, true>({
    first: { text: first },
    problemsOf: ({ text }) => (text.trim() === '' ? { text: t('required') } : {}),
    async send({ text }) {
      await send(text);
      return true;
    },
    onSaved,
  });
  return (
    <form {...form.props} className="grid gap-2">
      <Field {...form.field('text')} label={label} isRequired>
        {(control) => (
          <TextArea
            {...control}
            placeholder={placeholder}
            rows={rows}
            data-max-length={maxLength}
            autoFocus={autoFocus}
            value={form.draft.text}
            onChange={(event) => form.set({ text: event.target.value })}
          />
        )}
      </Field>
      <FormFoot
        title={foot.problemTitle}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={foot.saveLabel}
        cancelLabel={foot.cancelLabel}
        onCancel={foot.onCancel}
      />
    </form>
  );
}
