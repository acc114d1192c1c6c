'use client';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { useEntryForm } from '#components/data/use-entry-form.ts';
import { Button } from '#components/ui/button.tsx';
import { FailureLine } from '#components/ui/failure-line.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { CredentialResource, testCredential } from '#lib/api/credentials.contract.ts';
import type { ContractOutput } from '#lib/api/define-contract.ts';
import { isConnectionType } from '#lib/credentials/credential-type.ts';

type Outcome = ContractOutput<typeof testCredential>;
type CredentialTestProps = { credential: CredentialResource; onTested: () => void; onClose: () => void };

/** Sends a GET request with the credential to one of its hosts; a connection signs in to its server. */
export function CredentialTest({ credential, onTested, onClose }: CredentialTestProps) {
  const t = useTranslations('credentials');
  const opensConnection = isConnectionType(credential.type);
  const [outcome, setOutcome] = useState<Outcome>();
  const form = useEntryForm<{ readonly url: string }, Outcome>({
    first: () => ({ url: firstUrl(credential.hosts) }),
    problemsOf: ({ url }) => (!opensConnection && url.trim() === '' ? { url: t('required') } : {}),
    onlyField: 'url',
    send({ url }) {
      setOutcome(undefined);
      const body = opensConnection ? {} : { url: url.trim() };
      return apiClient.testCredential({ params: { id: credential.id }, body });
    },
    onSaved(answer) {
      setOutcome(answer);
      onTested();
    },
  });
  const { isBusy } = form;

  return (
    <form {...form.props} aria-label={t('testOf', { name: credential.name })} className="grid gap-2">
      {opensConnection ? (
        <p className="max-w-[70ch] text-ink-2">{t(credential.type === 'smtp' ? 'testMail' : 'testDatabase')}</p>
      ) : (
        <TextField
          {...form.text('url')}
          label={t('testUrl')}
          isRequired
          help={t('testHelp')}
          inputMode="url"
          className="font-mono"
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {opensConnection ? t(isBusy ? 'connecting' : 'tryConnection') : t(isBusy ? 'testing' : 'send')}
        </Button>
        <Button onClick={onClose}>{t('close')}</Button>
      </div>
      <FailureLine>{form.problem}</FailureLine>
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
