'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { type SubmitEvent, useId, useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { loadCredentials } from '#components/data/load-credentials.ts';
import { useChange } from '#components/data/use-change.ts';
import { ServiceOperations } from '#components/pages/tools/service-operations.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { ServiceOperationResource, ToolRecipeResource, ToolServiceResource } from '#lib/api/tool-services.contract.ts';

export type ServiceEntry = {
  readonly title: string;
  readonly serverUrl: string;
  readonly credentialId: string | null;
  readonly operations: string[];
  readonly isEnabled?: boolean;
};

type ServiceFormProps = {
  /** The service that is changed; undefined for a new one. */
  stored?: ToolServiceResource;
  first: { readonly title: string; readonly serverUrl: string; readonly credentialId: string | null };
  operations: readonly ServiceOperationResource[];
  /** What its recipe says of the credential. */
  wanted?: ToolRecipeResource['credential'];
  onSave: (entry: ServiceEntry) => Promise<unknown>;
  onDelete?: () => Promise<unknown>;
};

const NONE = '';

/** Title, address, credential and operations of a service. */
export function ServiceForm({ stored, first, operations, wanted, onSave, onDelete }: ServiceFormProps) {
  const t = useTranslations('services');
  const formId = useId();
  const [entry, setEntry] = useState({ title: first.title, serverUrl: first.serverUrl, credentialId: first.credentialId });
  const [isEnabled, setIsEnabled] = useState(stored?.isEnabled ?? true);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(operations.filter(({ isChosen }) => isChosen).map(({ name }) => name)),
  );
  const [isConfirming, setIsConfirming] = useState(false);
  const { isBusy, problem, run } = useChange();
  const change = (more: Partial<typeof entry>) => setEntry((before) => ({ ...before, ...more }));
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const body = { ...entry, title: entry.title.trim(), operations: [...chosen], ...(stored && { isEnabled }) };
    void run(() => onSave(body));
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-[100ch] gap-4" aria-busy={isBusy}>
      <div className="grid gap-3 md:grid-cols-2">
        <Field id={`${formId}-title`} label={t('title')} isRequired>
          {(control) => (
            <TextInput {...control} value={entry.title} onChange={(event) => change({ title: event.target.value })} />
          )}
        </Field>
        <Field
          id={`${formId}-url`}
          label={t('serverUrl')}
          isRequired
          help={entry.serverUrl.includes('{') ? t('braces') : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              spellCheck={false}
              className="font-mono"
              value={entry.serverUrl}
              onChange={(event) => change({ serverUrl: event.target.value })}
            />
          )}
        </Field>
        <CredentialField
          id={`${formId}-credential`}
          value={entry.credentialId}
          wanted={wanted}
          onChange={(credentialId) => change({ credentialId })}
        />
        {stored ? (
          <label htmlFor={`${formId}-on`} className="flex items-center gap-1 self-end pb-1">
            <Checkbox id={`${formId}-on`} checked={isEnabled} onCheckedChange={(checked) => setIsEnabled(checked === true)} />
            {t('isEnabled')}
          </label>
        ) : null}
      </div>
      <ServiceOperations operations={operations} chosen={chosen} onChange={setChosen} />
      <div aria-live="polite">{problem ? <p className="text-failed wrap-anywhere">{problem}</p> : null}</div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={isBusy}>
          {stored ? t('save') : t('addTools', { count: chosen.size })}
        </Button>
        {onDelete ? (
          <Button id={`${formId}-delete`} onClick={() => setIsConfirming(true)}>
            {t('delete')}
          </Button>
        ) : null}
      </div>
      {onDelete && stored ? (
        <ConfirmDialog
          isOpen={isConfirming}
          title={t('deleteTitle', { title: stored.title })}
          cancelLabel={t('cancel')}
          confirmLabel={t('delete')}
          focusAfterId={`${formId}-delete`}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false);
            void run(onDelete);
          }}
        >
          {t('deleteText')}
        </ConfirmDialog>
      ) : null}
    </form>
  );
}

type CredentialFieldProps = {
  id: string;
  value: string | null;
  wanted: ToolRecipeResource['credential'] | undefined;
  onChange: (credentialId: string | null) => void;
};

function CredentialField({ id, value, wanted, onChange }: CredentialFieldProps) {
  const t = useTranslations('services');
  const { data } = useQuery({
    queryKey: ['credentials-of-services'],
    queryFn: ({ signal }) => loadCredentials(apiClient, signal),
  });
  const { parameterTexts } = useMessages();
  const help =
    wanted &&
    [
      parameterTexts[wanted.help] ?? wanted.help,
      wanted.scopes.length > 0 ? t('scopes', { scopes: wanted.scopes.join(', ') }) : '',
    ].filter(Boolean);
  return (
    <div className="grid content-start gap-1">
      <Field id={id} label={t('credential')} isRequired={false} help={help?.join('. ')}>
        {(control) => (
          <Select
            {...control}
            value={value ?? NONE}
            onChange={(event) => onChange(event.target.value === NONE ? null : event.target.value)}
          >
            <option value={NONE}>{t('noCredential')}</option>
            {(data ?? []).map((credential) => (
              <option key={credential.id} value={credential.id}>
                {`${credential.name} · ${credential.type} · ${credential.hosts.join(', ')}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Link href="/credentials" prefetch={false} className="text-meta text-accent underline">
        {wanted ? t('makeCredentialOf', { type: wanted.type, hosts: wanted.hosts.join(', ') }) : t('makeCredential')}
      </Link>
    </div>
  );
}
