'use client';
import { useState } from 'react';
import { useMessages, useTranslations } from 'use-intl';
import { CredentialSelect } from '#components/credentials/credential-select.tsx';
import { useChange } from '#components/data/use-change.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import { type FirstService, type ServiceDraft, serviceDraftOf, serviceProblems } from '#components/pages/tools/service-draft.ts';
import { ServiceOperations } from '#components/pages/tools/service-operations.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { ServiceOperationResource, ToolRecipeResource, ToolServiceResource } from '#lib/api/tool-services.contract.ts';

type ServiceFormProps = {
  /** The service that is changed; undefined for a new one. */
  stored?: ToolServiceResource;
  first: FirstService;
  operations: readonly ServiceOperationResource[];
  /** What its recipe says of the credential. */
  wanted?: ToolRecipeResource['credential'];
  onSave: (draft: ServiceDraft) => Promise<ToolServiceResource>;
  onSaved: (service: ToolServiceResource) => void | Promise<void>;
  onDelete?: () => Promise<unknown>;
};

/** Id, title, address, credential and operations of a service. */
export function ServiceForm({ stored, first, operations, wanted, onSave, onSaved, onDelete }: ServiceFormProps) {
  const t = useTranslations('services');
  const form = useEntryForm<ServiceDraft, ToolServiceResource>({
    first: () => serviceDraftOf(first, operations, stored),
    problemsOf: (draft) => wordProblems(serviceProblems(draft), (problem) => t(`problems.${problem}`)),
    nameField: 'id',
    keepAs: stored ? undefined : `service ${first.id}`,
    send: onSave,
    onSaved,
  });
  const { draft, set } = form;
  const [isConfirming, setIsConfirming] = useState(false);
  const deletion = useChange();
  const deleteId = form.fieldId('delete');
  return (
    <form
      {...form.props}
      aria-label={stored ? stored.title : t('add')}
      className="grid max-w-[100ch] gap-4"
      aria-busy={form.isBusy}
    >
      {stored ? null : (
        <div className="max-w-[40ch]">
          <TextField
            {...form.text('id')}
            label={t('id')}
            isRequired
            help={t('idHelp', { id: draft.id })}
            maxLength={40}
            className="font-mono"
          />
        </div>
      )}
      <div className="grid gap-3 md:grid-cols-2">
        <TextField {...form.text('title')} label={t('title')} isRequired maxLength={100} />
        <TextField
          {...form.text('serverUrl')}
          label={t('serverUrl')}
          isRequired
          help={draft.serverUrl.includes('{') ? t('braces') : undefined}
          inputMode="url"
          maxLength={2000}
          className="font-mono"
        />
        <CredentialField
          {...form.field('credentialId')}
          value={draft.credentialId}
          url={draft.serverUrl}
          wanted={wanted}
          onChange={(credentialId) => set({ credentialId })}
        />
        {stored ? (
          <label htmlFor={form.fieldId('isEnabled')} className="flex items-center gap-1 self-end pb-1">
            <Checkbox
              id={form.fieldId('isEnabled')}
              checked={draft.isEnabled}
              onCheckedChange={(checked) => set({ isEnabled: checked === true })}
            />
            {t('isEnabled')}
          </label>
        ) : null}
      </div>
      <ServiceOperations operations={operations} chosen={draft.operations} onChange={(chosen) => set({ operations: chosen })} />
      <FormFoot
        title={t(form.problem === undefined ? 'notDeleted' : 'notSaved')}
        problem={form.problem ?? deletion.problem}
        isBusy={form.isBusy}
        saveLabel={stored ? t('save') : t('addTools', { count: draft.operations.size })}
      >
        {onDelete ? (
          <Button id={deleteId} size="large" aria-disabled={form.isBusy || undefined} onClick={() => setIsConfirming(true)}>
            {t('delete')}
          </Button>
        ) : null}
      </FormFoot>
      {onDelete && stored ? (
        <ConfirmDialog
          isOpen={isConfirming}
          title={t('deleteTitle', { title: stored.title })}
          cancelLabel={t('cancel')}
          confirmLabel={t('delete')}
          focusAfterId={deleteId}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false);
            void form.runAlone(() => deletion.run(onDelete));
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
  error: string | undefined;
  value: string;
  /** Where its requests go. */
  url: string;
  wanted: ToolRecipeResource['credential'] | undefined;
  onChange: (credentialId: string) => void;
};

function CredentialField({ wanted, ...field }: CredentialFieldProps) {
  const t = useTranslations('services');
  const { parameterTexts } = useMessages();
  const help =
    wanted &&
    [
      parameterTexts[wanted.help] ?? wanted.help,
      wanted.scopes.length > 0 ? t('scopes', { scopes: wanted.scopes.join(', ') }) : '',
    ].filter(Boolean);
  return <CredentialSelect {...field} wanted={wanted} label={t('credential')} help={help?.join('. ')} />;
}
