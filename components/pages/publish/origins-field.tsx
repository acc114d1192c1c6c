'use client';
import { useTranslations } from 'use-intl';
import { readOrigins } from '#components/pages/publish/read-origins.ts';
import { Field } from '#components/ui/field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { MAX_ORIGINS } from '#lib/text/web-origin.ts';

const EXAMPLE = 'https://shop.example.com';

type OriginsFieldProps = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** One origin a line. */
  readonly text: string;
  readonly onChange: (text: string) => void;
};

/** Origins of pages, one a line; says which of them is not one. */
export function OriginsField({ id, label, help, text, onChange }: OriginsFieldProps) {
  const t = useTranslations('publish.origins');
  const { origins, wrong, isTooMany } = readOrigins(text);
  const problem = wrong === undefined ? undefined : t('wrong', { origin: wrong });
  return (
    <Field id={id} label={label} isRequired={false} help={help} error={isTooMany ? t('tooMany', { max: MAX_ORIGINS }) : problem}>
      {(control) => (
        <TextArea
          {...control}
          value={text}
          rows={Math.min(Math.max(origins.length, 1), 6)}
          placeholder={EXAMPLE}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          className="font-mono"
        />
      )}
    </Field>
  );
}
