'use client';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { CommandLine } from '#components/pages/mcp/command-line.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { readJson } from '#components/ui/read-json.ts';
import { TextArea } from '#components/ui/text-area.tsx';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { importMcpServers } from '#lib/api/mcp-servers.contract.ts';

type McpImportProps = { onDone: () => Promise<void>; onChoose: (serverId: string) => void; onCancel: () => void };

type Imported = ContractOutput<typeof importMcpServers>;

const EXAMPLE = '{\n  "mcpServers": {\n    "docs": { "url": "https://example.com/mcp" }\n  }\n}';

/** Adds the servers of an `mcpServers` JSON, and says which it could not add. */
export function McpImport({ onDone, onChoose, onCancel }: McpImportProps) {
  const t = useTranslations('mcp');
  const [answer, setAnswer] = useState<Imported>();
  const form = useEntryForm<{ readonly text: string }, Imported>({
    first: { text: '' },
    problemsOf: ({ text }) => {
      const read = readJson(text);
      return 'reason' in read ? { text: text.trim() === '' ? t('problems.missing') : t('notJson', read) } : {};
    },
    onlyField: 'text',
    async send({ text }) {
      const read = readJson(text);
      return 'reason' in read ? undefined : apiClient.importMcpServers({ body: read.value as Record<string, never> });
    },
    async onSaved(imported) {
      setAnswer(imported);
      await onDone();
    },
  });

  return (
    <form {...form.props} aria-label={t('importTitle')} className="grid max-w-200 gap-3 p-4">
      <h2 className="text-name font-title">{t('importTitle')}</h2>
      <Field {...form.field('text')} label={t('importLabel')} isRequired help={t('importHelp')}>
        {(control) => (
          <TextArea
            {...control}
            rows={10}
            spellCheck={false}
            placeholder={EXAMPLE}
            value={form.draft.text}
            onChange={(event) => form.set({ text: event.target.value })}
            className="font-mono text-meta leading-[17px]!"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={form.isBusy || undefined}>
          {t('import')}
        </Button>
        <Button size="large" onClick={onCancel}>
          {answer ? t('close') : t('cancel')}
        </Button>
      </div>
      <div aria-live="polite" className="grid gap-2">
        {answer ? (
          <>
            <h3 className="font-strong">{t('importedCount', { count: answer.added.length })}</h3>
            <ul className="grid justify-items-start gap-1">
              {answer.added.map((server) => (
                <li key={server.id}>
                  <button type="button" className="text-accent hover:underline" onClick={() => onChoose(server.id)}>
                    {server.displayName}
                  </button>
                </li>
              ))}
              {answer.refused.map(({ name, reason, command }) => (
                <li key={name} className="grid w-full gap-1.5 text-failed wrap-anywhere">
                  <p>
                    {name}: {command === null ? reason : t('commandLine.reason')}
                  </p>
                  {command === null ? null : <CommandLine command={command} />}
                </li>
              ))}
            </ul>
            {answer.refused.some(({ command }) => command !== null) ? (
              <div>
                <Button type="submit" aria-disabled={form.isBusy || undefined}>
                  {t('commandLine.again')}
                </Button>
              </div>
            ) : null}
          </>
        ) : null}
      </div>
    </form>
  );
}
