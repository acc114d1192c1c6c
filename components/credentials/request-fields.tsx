'use client';
import { useTranslations } from 'use-intl';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';

/** What goes with each request to another server. */
export type RequestDraft = {
  /** Id of a credential, or empty. */
  readonly credentialId: string;
  /** A header in each line. */
  readonly headers: string;
};

type RequestFieldsProps = {
  /** Of the form: the fields have the ids `{id}-credentialId` and `{id}-headers`. */
  readonly id: string;
  readonly draft: RequestDraft;
  readonly credentials: readonly CredentialResource[];
  readonly areHeadersWrong: boolean;
  readonly onChange: (change: Partial<RequestDraft>) => void;
};

/** The credential and the headers of requests to another server. */
export function RequestFields({ id, draft, credentials, areHeadersWrong, onChange }: RequestFieldsProps) {
  const t = useTranslations('requestFields');
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Field id={`${id}-credentialId`} label={t('credential')} isRequired={false} help={t('credentialHelp')}>
        {(control) => (
          <Select {...control} value={draft.credentialId} onChange={(event) => onChange({ credentialId: event.target.value })}>
            <option value="">{t('noCredential')}</option>
            {credentials.map((credential) => (
              <option key={credential.id} value={credential.id}>
                {credential.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        id={`${id}-headers`}
        label={t('headers')}
        isRequired={false}
        help={t('headersHelp')}
        error={areHeadersWrong ? t('headersWrong') : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            spellCheck={false}
            placeholder={t('headersExample')}
            value={draft.headers}
            onChange={(event) => onChange({ headers: event.target.value })}
            className="font-mono text-meta leading-[17px]!"
          />
        )}
      </Field>
    </div>
  );
}
