'use client';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  bodyOf,
  type CredentialDraft,
  fieldsIn,
  hasHostField,
  hostsOf,
  missingFields,
  newCredentialDraft,
} from '#components/credentials/credential-draft.ts';
import { CredentialFields } from '#components/credentials/credential-fields.tsx';
import { refusedCredential } from '#components/credentials/refused-credential.ts';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { type CredentialType, credentialTypes } from '#lib/credentials/credential-type.ts';

type CredentialFormProps = {
  /** `values` replaces the values of a stored credential, `facts` changes its name and hosts. */
  mode:
    | { readonly kind: 'new'; readonly first?: Partial<CredentialDraft> }
    | { readonly kind: 'values' | 'facts'; readonly stored: CredentialResource };
  onSaved: (credential: CredentialResource) => void | Promise<void>;
  onCancel: () => void;
};

const EXAMPLE_HOST = 'api.example.com';

/** Creates or changes a credential. Stored values are never shown; errors of the server are shown at their fields. */
export function CredentialForm({ mode, onSaved, onCancel }: CredentialFormProps) {
  const t = useTranslations('credentials');
  const formId = useId();
  const [draft, setDraft] = useState<CredentialDraft>(() => firstDraft(mode));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const change = (changed: Partial<CredentialDraft>) => setDraft((before) => ({ ...before, ...changed }));
  const fieldId = (key: string) => `${formId}-${key}`;
  const asks = { name: mode.kind !== 'values', fields: mode.kind !== 'facts' };

  function show(found: Readonly<Record<string, string>>) {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(fieldId(first))?.focus();
  }

  async function save(event: SubmitEvent) {
    event.preventDefault();
    // In a dialog of the editor the form is inside another one.
    event.stopPropagation();
    if (isBusy) return;
    const missing = missingFields(draft, asks);
    if (Object.keys(missing).length > 0) return show(Object.fromEntries(Object.keys(missing).map((key) => [key, t('missing')])));
    setErrors({});
    setIsBusy(true);
    try {
      await onSaved(await store(mode, draft));
    } catch (error) {
      show(refusedCredential(error));
    }
    setIsBusy(false);
  }

  return (
    <form onSubmit={save} noValidate aria-label={t(`forms.${mode.kind}`)} className="grid gap-3">
      {mode.kind === 'new' ? (
        <Segmented
          label={t('type')}
          canWrap
          value={draft.type}
          options={credentialTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(type) => change({ type, texts: {}, pairs: {} })}
        />
      ) : null}
      {asks.fields ? <p className="max-w-[70ch] text-ink-2">{t(`typeHelp.${draft.type}`)}</p> : null}
      <div className="grid gap-3 md:grid-cols-2">
        {asks.name ? (
          <>
            <Field id={fieldId('name')} label={t('fields.credentialName')} isRequired help={t('help.name')} error={errors.name}>
              {(control) => (
                <TextInput
                  {...control}
                  autoComplete="off"
                  spellCheck={false}
                  value={draft.name}
                  onChange={(event) => change({ name: event.target.value })}
                  className="font-mono"
                />
              )}
            </Field>
            {hasHostField(draft) && mode.kind === 'new' ? null : (
              <Field id={fieldId('hosts')} label={t('fields.hosts')} isRequired help={t('help.hosts')} error={errors.hosts}>
                {(control) => (
                  <TextArea
                    {...control}
                    rows={2}
                    spellCheck={false}
                    placeholder={EXAMPLE_HOST}
                    value={draft.hosts}
                    onChange={(event) => change({ hosts: event.target.value })}
                    className="font-mono"
                  />
                )}
              </Field>
            )}
          </>
        ) : null}
        {asks.fields ? <CredentialFields draft={draft} errors={errors} fieldId={fieldId} onChange={change} /> : null}
      </div>
      {draft.type === 'oauth2' && asks.fields ? (
        <p className="text-ink-2 wrap-anywhere">
          {t('redirectUri')} <code className="text-ink-1">{callbackUrl()}</code>
        </p>
      ) : null}
      <div aria-live="polite">{errors.whole ? <Notice title={t('notSaved')}>{errors.whole}</Notice> : null}</div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined}>
          {t('save')}
        </Button>
        <Button size="large" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Where an authorization server sends people back to, as it is registered there. */
export function callbackUrl(): string {
  return typeof window === 'undefined' ? '/credentials/callback' : `${window.location.origin}/credentials/callback`;
}

function firstDraft(mode: CredentialFormProps['mode']): CredentialDraft {
  if (mode.kind === 'new') return { ...newCredentialDraft, ...mode.first };
  const { name, type, hosts, connection } = mode.stored;
  return {
    ...newCredentialDraft,
    name,
    type: type as CredentialType,
    hosts: hosts.join('\n'),
    texts: connection ? { grant: connection.grant } : {},
  };
}

function store(mode: CredentialFormProps['mode'], draft: CredentialDraft): Promise<CredentialResource> {
  if (mode.kind === 'new') return apiClient.createCredential({ body: bodyOf(draft) });
  const params = { id: mode.stored.id };
  const body = mode.kind === 'values' ? { fields: fieldsIn(draft) } : { name: draft.name.trim(), hosts: hostsOf(draft) };
  return apiClient.updateCredential({ params, body });
}
