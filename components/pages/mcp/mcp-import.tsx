'use client';
import { type SubmitEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { CommandLine } from '#components/pages/mcp/command-line.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextArea } from '#components/ui/text-area.tsx';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import type { importMcpServers } from '#lib/api/mcp-servers.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type McpImportProps = { onDone: () => Promise<void>; onChoose: (serverId: string) => void; onCancel: () => void };

const EXAMPLE = '{\n  "mcpServers": {\n    "docs": { "url": "https://example.com/mcp" }\n  }\n}';

/** Adds the servers of an `mcpServers` JSON, and says which it could not add. */
export function McpImport({ onDone, onChoose, onCancel }: McpImportProps) {
  const t = useTranslations('mcp');
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<ContractOutput<typeof importMcpServers>>();

  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    setProblem(undefined);
    setIsBusy(true);
    try {
      const body: unknown = JSON.parse(text);
      setAnswer(await apiClient.importMcpServers({ body: body as Record<string, never> }));
      await onDone();
    } catch (error) {
      setProblem(error instanceof SyntaxError ? t('notJson', { reason: error.message }) : errorMessage(error));
    }
    setIsBusy(false);
  }

  return (
    <form onSubmit={send} noValidate aria-label={t('importTitle')} className="grid max-w-200 gap-3 p-4">
      <h2 className="text-name font-title">{t('importTitle')}</h2>
      <Field id={id} label={t('importLabel')} isRequired help={t('importHelp')} error={problem}>
        {(control) => (
          <TextArea
            {...control}
            rows={10}
            spellCheck={false}
            placeholder={EXAMPLE}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="font-mono text-meta leading-[17px]!"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy || undefined}>
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
                <Button type="submit" aria-disabled={isBusy || undefined}>
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
