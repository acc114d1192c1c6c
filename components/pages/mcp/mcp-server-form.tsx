'use client';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { RequestFields } from '#components/credentials/request-fields.tsx';
import { apiClient } from '#components/data/api-client.ts';
import { draftOf, draftProblems, type McpDraft, NEW_DRAFT, settingsOf } from '#components/pages/mcp/mcp-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { Field, type FieldControl } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import type { McpServerResource } from '#lib/api/mcp-servers.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { GalleryServer } from '#lib/mcp/gallery.ts';
import type { McpTransport } from '#lib/mcp/mcp-server.ts';

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

export function McpServerForm({ server, draft: from, commands, credentials, taken, onSaved, onCancel }: McpServerFormProps) {
  const t = useTranslations('mcp');
  const id = useId();
  const isHydrated = useIsHydrated();
  const [draft, setDraft] = useState<McpDraft>(() =>
    server
      ? draftOf(server)
      : { ...NEW_DRAFT, name: from?.name ?? '', displayName: from?.displayName ?? '', url: from?.url ?? '' },
  );
  const [isTried, setIsTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const others = taken.filter((name) => name !== server?.name);
  const problems = isTried ? draftProblems(draft, others) : {};
  const set = (part: Partial<McpDraft>) => setDraft((known) => ({ ...known, ...part }));

  async function save(event: SubmitEvent) {
    event.preventDefault();
    setIsTried(true);
    const found = Object.keys(draftProblems(draft, others));
    if (found[0] !== undefined) return document.getElementById(`${id}-${found[0]}`)?.focus();
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onSaved(await send());
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setIsBusy(false);
  }

  function send(): Promise<McpServerResource> {
    const settings = settingsOf(draft);
    const isCommand = draft.transport === 'stdio';
    const url = draft.url.trim();
    if (server)
      return apiClient.updateMcpServer({ params: { id: server.id }, body: { ...settings, ...(!isCommand && { url }) } });
    const address = isCommand ? { command: draft.command } : { url };
    return apiClient.createMcpServer({ body: { ...settings, transport: draft.transport, ...address } });
  }

  const text = (key: 'name' | 'displayName' | 'url' | 'timeoutS', props: { isRequired?: boolean; isMono?: boolean } = {}) => (
    <Field
      id={`${id}-${key}`}
      label={t(`fields.${key}`)}
      isRequired={props.isRequired ?? false}
      help={t(`help.${key}`)}
      error={problems[key] && t(`problems.${problems[key]}`)}
    >
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          spellCheck={false}
          value={draft[key]}
          onChange={(event) => set({ [key]: event.target.value })}
          className={props.isMono ? 'font-mono' : ''}
        />
      )}
    </Field>
  );

  return (
    <form inert={!isHydrated} onSubmit={save} noValidate aria-label={t(server ? 'change' : 'add')} className="grid gap-3">
      <h2 className="text-name font-title">{t(server ? 'change' : 'add')}</h2>
      <div className="grid gap-3 md:grid-cols-2">
        {text('name', { isRequired: true, isMono: true })}
        {text('displayName')}
      </div>
      <div className="grid gap-3 md:grid-cols-[160px_minmax(0,1fr)]">
        <Field id={`${id}-transport`} label={t('fields.transport')} isRequired={false}>
          {(control) => (
            <Transports
              control={control}
              value={draft.transport}
              isFixed={server !== undefined}
              hasCommands={commands.length > 0}
              onChange={(transport) => set({ transport })}
            />
          )}
        </Field>
        {draft.transport === 'stdio' ? (
          <Field
            id={`${id}-command`}
            label={t('fields.command')}
            isRequired
            help={t('help.command')}
            error={problems.command && t(`problems.${problems.command}`)}
          >
            {(control) => (
              <Select
                {...control}
                disabled={server !== undefined}
                value={draft.command}
                onChange={(event) => set({ command: event.target.value })}
              >
                <option value="">{t('choose')}</option>
                {commands.map((command) => (
                  <option key={command} value={command}>
                    {command}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : (
          text('url', { isRequired: true, isMono: true })
        )}
      </div>
      {draft.transport === 'stdio' ? null : (
        <RequestFields
          id={id}
          draft={draft}
          credentials={credentials}
          areHeadersWrong={problems.headers !== undefined}
          onChange={set}
        />
      )}
      <div className="max-w-60">{text('timeoutS')}</div>
      <div role="alert">{problem === undefined ? null : <Notice title={t('notDone')}>{problem}</Notice>}</div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined}>
          {isBusy ? t('saving') : t(server ? 'save' : 'addAndTest')}
        </Button>
        <Button size="large" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

type TransportsProps = {
  control: FieldControl;
  value: McpTransport;
  isFixed: boolean;
  hasCommands: boolean;
  onChange: (transport: McpTransport) => void;
};

function Transports({ control, value, isFixed, hasCommands, onChange }: TransportsProps) {
  const t = useTranslations('mcp.transports');
  return (
    <Select {...control} disabled={isFixed} value={value} onChange={(event) => onChange(event.target.value as McpTransport)}>
      <option value="http">{t('http')}</option>
      <option value="sse">{t('sse')}</option>
      <option value="stdio" disabled={!hasCommands && value !== 'stdio'}>
        {t('stdio')}
      </option>
    </Select>
  );
}
