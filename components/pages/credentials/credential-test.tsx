'use client';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import type { CredentialResource, testCredential } from '#lib/api/credentials.contract.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import { isConnectionType } from '#lib/credentials/credential-type.ts';
import { errorMessage } from '#lib/errors/error-message.ts';

type Outcome = ContractOutput<typeof testCredential>;
type CredentialTestProps = { credential: CredentialResource; onTested: () => void; onClose: () => void };

/** Sends a GET request with the credential to one of its hosts; a connection signs in to its server. */
export function CredentialTest({ credential, onTested, onClose }: CredentialTestProps) {
  const t = useTranslations('credentials');
  const id = useId();
  const opensConnection = isConnectionType(credential.type);
  const [url, setUrl] = useState(() => firstUrl(credential.hosts));
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();

  async function send(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    setOutcome(undefined);
    try {
      const body = opensConnection ? {} : { url: url.trim() };
      setOutcome(await apiClient.testCredential({ params: { id: credential.id }, body }));
      onTested();
    } catch (error) {
      setProblem(errorMessage(error));
    }
    setIsBusy(false);
  }

  return (
    <form onSubmit={send} noValidate aria-label={t('testOf', { name: credential.name })} className="grid gap-2">
      {opensConnection ? (
        <p className="max-w-[70ch] text-ink-2">{t(credential.type === 'smtp' ? 'testMail' : 'testDatabase')}</p>
      ) : (
        <Field id={id} label={t('testUrl')} isRequired help={t('testHelp')} error={problem}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
              className="font-mono"
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {opensConnection ? t(isBusy ? 'connecting' : 'tryConnection') : t(isBusy ? 'testing' : 'send')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
      <div aria-live="polite">
        {outcome ? opensConnection ? <ConnectionOutcome outcome={outcome} /> : <TestOutcome outcome={outcome} /> : null}
      </div>
    </form>
  );
}

function TestOutcome({ outcome: { ok, status, message } }: { outcome: Outcome }) {
  const t = useTranslations('credentials');
  if (!ok) return <Failed title={status === null ? t('notSent') : t('answeredWith', { status })}>{message}</Failed>;
  return <Passed>{t('answeredWith', { status: status ?? 0 })}</Passed>;
}

/** A server that accepted the connection may say which one it is. */
function ConnectionOutcome({ outcome: { ok, message } }: { outcome: Outcome }) {
  const t = useTranslations('credentials');
  if (!ok) return <Failed title={t('connectionFailed')}>{message}</Failed>;
  return (
    <Passed>
      {t('connectionMade')}
      {message === null ? null : <code className="text-meta text-ink-2 wrap-anywhere">{message}</code>}
    </Passed>
  );
}

function Failed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div data-test="failed">
      <Notice title={title}>
        <p className="whitespace-pre-line">{children}</p>
      </Notice>
    </div>
  );
}

function Passed({ children }: { children: ReactNode }) {
  return (
    <p data-test="ok" data-state="succeeded" className="flex flex-wrap items-center gap-x-2 gap-y-1 text-state">
      <StatusMark state="succeeded" />
      {children}
    </p>
  );
}

/** A host with a port may be plain http; a wildcard needs a name. */
function firstUrl(hosts: readonly string[]): string {
  const host = hosts[0]?.replace(/^\*\./, '') ?? '';
  return `${/:\d+$/.test(host) && !host.endsWith(':443') ? 'http' : 'https'}://${host}/`;
}
