'use client';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type AllowHostProps = {
  /** The `privateHost` of an error; nothing is drawn without one. */
  host: string | null | undefined;
  /** Tries again what was refused. Undefined: a text says that it may be tried again. */
  onAllowed?: (() => void) | undefined;
};

/** The button that was pressed is gone. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Where allowed private hosts are listed. */
function privateHostSetting(host: string): string {
  return `/settings?${new URLSearchParams({ host })}#private-hosts`;
}

/** Allows a refused private host, after a question that says what may be called then. */
export function AllowHost({ host, onAllowed }: AllowHostProps) {
  return host ? <Refused key={host} host={host} onAllowed={onAllowed} /> : null;
}

function Refused({ host, onAllowed }: { host: string } & Pick<AllowHostProps, 'onAllowed'>) {
  const t = useTranslations('allowHost');
  const [step, setStep] = useState<'refused' | 'asked' | 'busy' | 'allowed'>('refused');
  const [problem, setProblem] = useState<string>();

  async function allow() {
    if (step === 'busy') return;
    setStep('busy');
    setProblem(undefined);
    try {
      await apiClient.allowHost({ params: { host } });
      setStep('allowed');
      onAllowed?.();
    } catch (error) {
      setStep('asked');
      setProblem(errorMessage(error));
    }
  }

  if (step === 'allowed')
    return (
      <Row>
        <span role="status" className="text-ink-1">
          {t(onAllowed ? 'allowedAgain' : 'allowed', { host })}
        </span>
      </Row>
    );
  if (step === 'refused')
    return (
      <Row>
        <Button data-part="fix" onClick={() => setStep('asked')}>
          {t('allow', { host })}
        </Button>
      </Row>
    );
  return (
    <section aria-label={t('allow', { host })} data-part="allow-host" className="grid max-w-[70ch] gap-1.5 pt-1">
      <p className="text-ink-1 wrap-anywhere">{t('question', { host })}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={focus} look="primary" aria-disabled={step === 'busy' || undefined} onClick={() => void allow()}>
          {t(onAllowed ? 'confirmAgain' : 'confirm')}
        </Button>
        <Button onClick={() => setStep('refused')}>{t('cancel')}</Button>
        {problem ? <SettingLink host={host} /> : null}
      </div>
      {problem ? (
        <p role="alert" className="text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
    </section>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">{children}</div>;
}

function SettingLink({ host }: { host: string }) {
  const t = useTranslations('allowHost');
  return (
    <Link href={privateHostSetting(host)} prefetch={false} className="text-accent underline">
      {t('setting')}
    </Link>
  );
}
