'use client';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { apiClient } from '#components/data/api-client.ts';
import { PageFrame } from '#components/shell/page-frame.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { StatusMark } from '#components/ui/status-mark.tsx';
import { errorMessage } from '#lib/errors/error-message.ts';

type McpCallbackProps = Readonly<Record<'code' | 'state' | 'iss' | 'error', string | undefined>>;
type Step =
  | { readonly step: 'busy' }
  | { readonly step: 'done'; readonly id: string; readonly name: string }
  | { readonly step: 'failed'; readonly reason: string };

/** Where the authorization server of an MCP server sends people back to: exchanges the code once. */
export function McpCallback({ code, state, iss, error }: McpCallbackProps) {
  const t = useTranslations('mcp');
  const [step, setStep] = useState<Step>({ step: 'busy' });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    // The code is of use once; it does not stay in the history.
    window.history.replaceState(null, '', '/mcp/callback');
    if (code === undefined || state === undefined) return setStep({ step: 'failed', reason: error ?? t('callback.noCode') });
    apiClient.finishMcpSignIn({ body: { code, state, ...(iss !== undefined && { iss }) } }).then(
      ({ id, displayName }) => setStep({ step: 'done', id, name: displayName }),
      (reason: unknown) => setStep({ step: 'failed', reason: errorMessage(reason) }),
    );
  }, [code, state, iss, error, t]);
  return (
    <PageFrame title={t('title')}>
      <div role="status" className="grid max-w-[70ch] justify-items-start gap-3 p-4">
        {step.step === 'busy' ? <p className="text-ink-2">{t('callback.busy')}</p> : null}
        {step.step === 'failed' ? <Notice title={t('callback.failed')}>{step.reason}</Notice> : null}
        {step.step === 'done' ? (
          <p data-state="succeeded" className="flex items-center gap-1 text-state">
            <StatusMark state="succeeded" />
            {t('callback.done', { name: step.name })}
          </p>
        ) : null}
        <Link
          href={step.step === 'done' ? `/mcp?server=${encodeURIComponent(step.id)}` : '/mcp'}
          prefetch={false}
          className="text-accent hover:underline"
        >
          {t('callback.back')}
        </Link>
      </div>
    </PageFrame>
  );
}
