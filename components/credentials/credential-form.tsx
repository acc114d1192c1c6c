'use client';
import type { ClipboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import {
  bodyOf,
  type CredentialDraft,
  fieldOfCredential,
  fieldsIn,
  hasHostField,
  hostsOf,
  missingFields,
  newCredentialDraft,
} from '#components/credentials/credential-draft.ts';
import { CredentialFields } from '#components/credentials/credential-fields.tsx';
import { freeCredentialName, readConnectionUrl } from '#components/credentials/read-connection-url.ts';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import { Field } from '#components/ui/field.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { type CredentialType, credentialTypes } from '#lib/credentials/credential-type.ts';

type CredentialFormProps = {
  /** `values` replaces the values and hosts of a stored credential, `facts` changes its name and hosts. */
  mode:
    | {
        readonly kind: 'new';
        readonly first?: Partial<CredentialDraft>;
        readonly types?: readonly CredentialType[] | undefined;
        /** Names of the other credentials. */
        readonly taken?: readonly string[] | undefined;
      }
    | { readonly kind: 'values' | 'facts'; readonly stored: CredentialResource };
  onSaved: (credential: CredentialResource) => void | Promise<void>;
  onCancel: () => void;
};

const EXAMPLE_HOST = 'api.example.com';
const exampleUrls: Readonly<Partial<Record<CredentialType, string>>> = {
  postgres: 'postgres://user:password@host/database',
  mysql: 'mysql://user:password@host/database',
  smtp: 'smtp://user:password@host',
  imap: 'imaps://user:password@host',
};

/** Creates or changes a credential. Stored values are never shown; errors of the server are shown at their fields. */
export function CredentialForm({ mode, onSaved, onCancel }: CredentialFormProps) {
  const t = useTranslations('credentials');
  const asks = { name: mode.kind !== 'values', fields: mode.kind !== 'facts' };
  const form = useEntryForm<CredentialDraft, CredentialResource>({
    first: () => firstDraft(mode),
    problemsOf: (draft) => wordProblems(missingFields(draft, asks), (problem) => t(problem)),
    fieldOf: fieldOfCredential,
    nameField: 'name',
    send: (draft) => store(mode, draft),
    onSaved,
  });
  const { draft, set, problems } = form;
  const types = (mode.kind === 'new' ? mode.types : undefined) ?? credentialTypes;

  /** The address of a connection fills all of its fields, wherever it is pasted. */
  function paste(event: ClipboardEvent) {
    const pasted = asks.fields ? readConnectionUrl(event.clipboardData.getData('text/plain')) : undefined;
    const isPossible = pasted && (mode.kind === 'new' ? types.includes(pasted.type) : draft.type === pasted.type);
    if (!isPossible) return;
    event.preventDefault();
    const name = mode.kind === 'new' && draft.name.trim() === '' ? freeCredentialName(pasted.name, mode.taken ?? []) : draft.name;
    set({ type: pasted.type, name, texts: { ...draft.texts, ...pasted.texts } }, ['name', 'hosts', 'fields']);
  }

  return (
    <form {...form.props} onPaste={paste} aria-label={t(`forms.${mode.kind}`)} className="grid gap-3">
      {mode.kind === 'new' && types.length > 1 ? (
        <Segmented
          label={t('type')}
          canWrap
          value={draft.type}
          options={types.map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(type) => set({ type, texts: {}, pairs: {} }, ['hosts', 'fields'])}
        />
      ) : null}
      {asks.fields ? (
        <p className="max-w-[70ch] text-ink-2">
          {t(`typeHelp.${draft.type}`)} {hasHostField(draft) ? t('pasteUrl', { url: exampleUrls[draft.type] ?? '' }) : ''}
        </p>
      ) : null}
      <div className="grid gap-3 md:grid-cols-2">
        {asks.name ? (
          <TextField
            {...form.text('name')}
            label={t('fields.credentialName')}
            isRequired
            help={t('help.name')}
            className="font-mono"
          />
        ) : null}
        {hasHostField(draft) && mode.kind === 'new' ? null : (
          <Field id={form.fieldId('hosts')} label={t('fields.hosts')} isRequired help={t('help.hosts')} error={problems.hosts}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                spellCheck={false}
                placeholder={EXAMPLE_HOST}
                value={draft.hosts}
                onChange={(event) => set({ hosts: event.target.value })}
                className="font-mono"
              />
            )}
          </Field>
        )}
        {asks.fields ? <CredentialFields draft={draft} errors={problems} fieldId={form.fieldId} onChange={set} /> : null}
      </div>
      {draft.type === 'oauth2' && asks.fields ? (
        <p className="text-ink-2 wrap-anywhere">
          {t('redirectUri')} <code className="text-ink-1">{callbackUrl()}</code>
        </p>
      ) : null}
      <FormFoot
        title={t('notSaved')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={t('save')}
        cancelLabel={t('cancel')}
        onCancel={onCancel}
      />
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
  const hosts = hostsOf(draft);
  const body = mode.kind === 'values' ? { fields: fieldsIn(draft), hosts } : { name: draft.name.trim(), hosts };
  return apiClient.updateCredential({ params, body });
}
