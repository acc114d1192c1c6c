'use client';
import { useTranslations } from 'use-intl';
import { RequestFields } from '#components/credentials/request-fields.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm, wordProblems } from '#components/data/use-entry-form.ts';
import { CommandLine } from '#components/pages/mcp/command-line.tsx';
import { draftOf, draftProblems, type McpDraft, NEW_DRAFT, settingsOf } from '#components/pages/mcp/mcp-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { FormFoot } from '#components/ui/form-foot.tsx';
import { SelectField } from '#components/ui/select-field.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useFocusFirst } from '#components/ui/use-focus-first.ts';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';
import { commandLineOf } from '#lib/mcp/command-line.ts';
import type { GalleryServer } from '#lib/mcp/gallery.ts';
import { mcpNameSchema } from '#lib/mcp/mcp-server.ts';
import { nameFromUrl } from '#lib/mcp/name-from-url.ts';

type McpServerFormProps = {
  /** The one that is changed; undefined for a new one. */
  server?: McpServerResource;
  /** A new one begins with it. */
  draft?: GalleryServer | undefined;
  commands: readonly string[];
  /** Names of all servers. */
  taken: readonly string[];
  onSaved: (server: McpServerResource) => Promise<void>;
  onCancel: () => void;
  /** Reads the list of commands again. */
  onCheckCommands?: () => Promise<void>;
};

const transports = ['http', 'sse', 'stdio'] as const;

export function McpServerForm({
  server,
  draft: from,
  commands,
  taken,
  onSaved,
  onCancel,
  onCheckCommands = async () => {},
}: McpServerFormProps) {
  const t = useTranslations('mcp');
  const others = taken.filter((name) => name !== server?.name);
  const form = useEntryForm<McpDraft, McpServerResource>({
    first: () =>
      server
        ? draftOf(server)
        : { ...NEW_DRAFT, name: from?.name ?? '', displayName: from?.displayName ?? '', url: from?.url ?? '' },
    problemsOf: (draft) => wordProblems(draftProblems(draft, others), (problem) => t(`problems.${problem}`)),
    nameField: 'name',
    keepAs: server ? undefined : `mcp ${from?.name ?? ''}`,
    send: (draft) => store(server, draft),
    onSaved,
  });
  const { draft, set, problems } = form;
  useFocusFirst(form.fieldId('url'), server === undefined);

  /** The name follows the address until a person writes another one. */
  function typeUrl(url: string) {
    const isOurs = !server && (draft.name === '' || draft.name === nameFromUrl(draft.url.trim(), others));
    set({ url, ...(isOurs && { name: nameFromUrl(url.trim(), others) }) });
  }

  const text = (key: 'name' | 'displayName' | 'timeoutS', { isRequired = false, isMono = false } = {}) => (
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
      <div className="grid gap-3 md:grid-cols-[160px_minmax(0,1fr)]">
        <SelectField
          {...form.text('transport')}
          label={t('fields.transport')}
          isDisabled={server !== undefined}
          options={transports.map((value) => ({
            value,
            label: t(`transports.${value}`),
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
          <TextField
            {...form.text('url')}
            label={t('fields.url')}
            isRequired
            help={t('help.url')}
            className="font-mono"
            onChange={typeUrl}
          />
        )}
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        {text('name', { isRequired: true, isMono: true })}
        {text('displayName')}
      </div>
      {draft.transport === 'stdio' && !server ? (
        <div className="grid justify-items-start gap-2">
          <CommandLine command={commandOf(draft.name)} />
          <Button onClick={() => void onCheckCommands()}>{t('commandLine.check')}</Button>
        </div>
      ) : null}
      {draft.transport === 'stdio' ? null : (
        <RequestFields id={form.fieldId} draft={draft} url={draft.url} problems={problems} onChange={set} />
      )}
      <div className="max-w-60">{text('timeoutS')}</div>
      <FormFoot
        title={t('notDone')}
        problem={form.problem}
        isBusy={form.isBusy}
        saveLabel={form.isBusy ? t('saving') : t(server ? 'save' : 'addAndTest')}
        cancelLabel={t('cancel')}
        onCancel={() => {
          form.forget();
          onCancel();
        }}
      />
    </form>
  );
}

/** A program of npm as an example, under the name that was typed. */
function commandOf(name: string): string {
  const program = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything'], env: {} };
  return commandLineOf(mcpNameSchema.safeParse(name.trim()).data ?? 'everything', program) ?? '';
}

function store(server: McpServerResource | undefined, draft: McpDraft): Promise<McpServerResource> {
  const settings = settingsOf(draft);
  const isCommand = draft.transport === 'stdio';
  const url = draft.url.trim();
  if (server) return apiClient.updateMcpServer({ params: { id: server.id }, body: { ...settings, ...(!isCommand && { url }) } });
  const address = isCommand ? { command: draft.command } : { url };
  return apiClient.createMcpServer({ body: { ...settings, transport: draft.transport, ...address } });
}
