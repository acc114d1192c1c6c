'use client';
import { useTranslations } from 'use-intl';
import { RequestFields } from '#components/credentials/request-fields.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import { draftOf, draftProblems, type McpDraft, NEW_DRAFT, settingsOf } from '#components/pages/mcp/mcp-draft.ts';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';
import type { GalleryServer } from '#lib/mcp/gallery.ts';

type McpServerFormProps = {
  /** The one that is changed; undefined for a new one. */
  server?: McpServerResource;
  /** A new one begins with it. */
  draft?: GalleryServer | undefined;
  commands: readonly string[];
  credentials: readonly CredentialResource[];
  /** Names of all servers. */
  taken: readonly string[];
  onSaved: (server: McpServerResource) => Promise<void>;
  onCancel: () => void;
};

const transports = ['http', 'sse', 'stdio'] as const;

export function McpServerForm({ server, draft: from, commands, credentials, taken, onSaved, onCancel }: McpServerFormProps) {
  const t = useTranslations('mcp');
  const others = taken.filter((name) => name !== server?.name);
  const form = useEntryForm<McpDraft, McpServerResource>({
    first: () =>
      server
        ? draftOf(server)
        : { ...NEW_DRAFT, name: from?.name ?? '', displayName: from?.displayName ?? '', url: from?.url ?? '' },
    problemsOf: (draft) => wordProblems(draftProblems(draft, others), (problem) => t(`problems.${problem}`)),
    nameField: 'name',
    send: (draft) => store(server, draft),
    onSaved,
  });
  const { draft, set, problems } = form;

  const text = (key: 'name' | 'displayName' | 'url' | 'timeoutS', { isRequired = false, isMono = false } = {}) => (
    <TextField
      {...form.text(key)}
      label={t(`fields.${key}`)}
      isRequired={isRequired}
      help={t(`help.${key}`)}
      className={isMono ? 'font-mono' : ''}
    />
  );

  return (
    <form {...form.props} aria-label={t(server ? 'change' : 'add')} className="grid gap-3">
      <h2 className="text-name font-title">{t(server ? 'change' : 'add')}</h2>
      <div className="grid gap-3 md:grid-cols-2">
        {text('name', { isRequired: true, isMono: true })}
        {text('displayName')}
      </div>
      <div className="grid gap-3 md:grid-cols-[160px_minmax(0,1fr)]">
        <SelectField
          {...form.text('transport')}
          label={t('fields.transport')}
          isDisabled={server !== undefined}
          options={transports.map((value) => ({
            value,
            label: t(`transports.${value}`),
            isDisabled: value === 'stdio' && commands.length === 0 && draft.transport !== 'stdio',
          }))}
        />
        {draft.transport === 'stdio' ? (
          <SelectField
            {...form.text('command')}
            label={t('fields.command')}
            isRequired
            isDisabled={server !== undefined}
            help={t('help.command')}
            options={[{ value: '', label: t('choose') }, ...commands.map((command) => ({ value: command, label: command }))]}
          />
        ) : (
          text('url', { isRequired: true, isMono: true })
        )}
      </div>
      {draft.transport === 'stdio' ? null : (
        <RequestFields id={form.fieldId} draft={draft} credentials={credentials} problems={problems} onChange={set} />
      )}
      <div className="max-w-60">{text('timeoutS')}</div>
      <FormFoot
        title={t('notDone')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={form.isBusy ? t('saving') : t(server ? 'save' : 'addAndTest')}
        cancelLabel={t('cancel')}
        onCancel={onCancel}
      />
    </form>
  );
}

function store(server: McpServerResource | undefined, draft: McpDraft): Promise<McpServerResource> {
  const settings = settingsOf(draft);
  const isCommand = draft.transport === 'stdio';
  const url = draft.url.trim();
  if (server) return apiClient.updateMcpServer({ params: { id: server.id }, body: { ...settings, ...(!isCommand && { url }) } });
  const address = isCommand ? { command: draft.command } : { url };
  return apiClient.createMcpServer({ body: { ...settings, transport: draft.transport, ...address } });
}
