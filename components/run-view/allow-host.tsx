'use client';
import Link from 'next/link';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { Button } from '#components/ui/button.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type AllowHostProps = {
  /** The `privateHost` of an error. */
  host: string;
};

/** Where a refused private host is allowed. */
export function privateHostSetting(host: string): string {
  return `/settings?${new URLSearchParams({ host })}#private-hosts`;
}

/** Allows the private host that a run was refused, with a link to the setting. */
export function AllowHost({ host }: AllowHostProps) {
  const t = useTranslations('allowHost');
  const [state, setState] = useState<'asked' | 'busy' | 'allowed'>('asked');
  const [problem, setProblem] = useState<string>();

  async function allow() {
    if (state === 'busy') return;
    setState('busy');
    setProblem(undefined);
    try {
      await apiClient.allowHost({ params: { host } });
      setState('allowed');
    } catch (error) {
      setState('asked');
      setProblem(errorMessage(error));
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
      {state === 'allowed' ? (
        <span role="status" className="text-ink-1">
          {t('allowed', { host })}
        </span>
      ) : (
        <Button data-part="fix" aria-disabled={state === 'busy' || undefined} onClick={() => void allow()}>
          {t('allow', { host })}
        </Button>
      )}
      <Link href={privateHostSetting(host)} prefetch={false} className="text-accent underline">
        {t('setting')}
      </Link>
      {problem ? (
        <p role="alert" className="w-full text-failed wrap-anywhere">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
