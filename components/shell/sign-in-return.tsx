'use client';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { errorMessage } from '#lib/errors/error-message.ts';
import { Notice } from '../ui/notice.tsx';
import { StatusMark } from '../ui/status-mark.tsx';
import { PageFrame } from './page-frame.tsx';

/** What an authorization server adds to the address. `error`: in its own words. */
export type SignInParameters = Readonly<Record<'code' | 'state' | 'iss' | 'error', string | undefined>>;

export type SignedIn = { readonly name: string; readonly href: string };

type SignInReturnProps = {
  /** Whose texts `title` and `callback.…` the page shows. */
  texts: 'credentials' | 'mcp';
  /** The page's own address, without parameters. */
  path: string;
  /** Where the link leads when nothing was connected. */
  backHref: string;
  parameters: SignInParameters;
  exchange: (answer: { readonly code: string; readonly state: string; readonly iss: string | undefined }) => Promise<SignedIn>;
};
type Step =
  | { readonly step: 'busy' }
  | { readonly step: 'done'; readonly signedIn: SignedIn }
  | { readonly step: 'failed'; readonly reason: string };

/** Where an authorization server sends people back to: exchanges the code once. */
export function SignInReturn({ texts, path, backHref, parameters, exchange }: SignInReturnProps) {
  const { code, state, iss, error } = parameters;
  const t = useTranslations(texts);
  const [step, setStep] = useState<Step>({ step: 'busy' });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    // The code is of use once; it does not stay in the history.
    window.history.replaceState(null, '', path);
    if (code === undefined || state === undefined) return setStep({ step: 'failed', reason: error ?? t('callback.noCode') });
    exchange({ code, state, iss }).then(
      (signedIn) => setStep({ step: 'done', signedIn }),
      (reason: unknown) => setStep({ step: 'failed', reason: errorMessage(reason) }),
    );
  }, [code, state, iss, error, path, exchange, t]);
  return (
    <PageFrame title={t('title')}>
      <div role="status" className="grid max-w-[70ch] justify-items-start gap-3 p-4">
        {step.step === 'busy' ? <p className="text-ink-2">{t('callback.busy')}</p> : null}
        {step.step === 'failed' ? <Notice title={t('callback.failed')}>{step.reason}</Notice> : null}
        {step.step === 'done' ? (
          <p data-state="succeeded" className="flex items-center gap-1 text-state">
            <StatusMark state="succeeded" />
            {t('callback.done', { name: step.signedIn.name })}
          </p>
        ) : null}
        <Link
          href={step.step === 'done' ? step.signedIn.href : backHref}
          prefetch={false}
          className="text-accent hover:underline"
        >
          {t('callback.back')}
        </Link>
      </div>
    </PageFrame>
  );
}
