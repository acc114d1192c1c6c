'use client';
import { useTranslations } from 'use-intl';
import { CredentialSelect } from '#components/credentials/credential-select.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';

/** What goes with each request to another server. */
export type RequestDraft = {
  /** Id of a credential, or empty. */
  readonly credentialId: string;
  /** A header in each line. */
  readonly headers: string;
};

type RequestFieldsProps = {
  /** Id of a field in the form. */
  readonly id: (field: keyof RequestDraft) => string;
  readonly draft: RequestDraft;
  /** Where the requests go. */
  readonly url: string;
  readonly problems: Readonly<Partial<Record<keyof RequestDraft, string>>>;
  readonly onChange: (change: Partial<RequestDraft>) => void;
};

/** The credential and the headers of requests to another server. */
export function RequestFields({ id, draft, url, problems, onChange }: RequestFieldsProps) {
  const t = useTranslations('requestFields');
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <CredentialSelect
        id={id('credentialId')}
        label={t('credential')}
        help={t('credentialHelp')}
        error={problems.credentialId}
        value={draft.credentialId}
        url={url}
        onChange={(credentialId) => onChange({ credentialId })}
      />
      <Field id={id('headers')} label={t('headers')} isRequired={false} help={t('headersHelp')} error={problems.headers}>
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
