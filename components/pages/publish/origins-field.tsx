'use client';
import { useTranslations } from 'use-intl';
import { readOrigins } from '#components/pages/publish/read-origins.ts';
import { Field } from '#components/ui/field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { MAX_ORIGINS } from '#lib/text/web-origin.ts';

const EXAMPLE = 'https://shop.example.com';

type OriginsFieldProps = {
  /** One origin a line. */
  readonly text: string;
  readonly onChange: (text: string) => void;
};

/** Pages of other origins whose scripts may use a key of the endpoint. */
export function OriginsField({ text, onChange }: OriginsFieldProps) {
  const t = useTranslations('publish.origins');
  const { origins, wrong, isTooMany } = readOrigins(text);
  const problem = wrong === undefined ? undefined : t('wrong', { origin: wrong });
  return (
    <Field
      id="publish-origins"
      label={t('title')}
      isRequired={false}
      help={t('help')}
      error={isTooMany ? t('tooMany', { max: MAX_ORIGINS }) : problem}
    >
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
