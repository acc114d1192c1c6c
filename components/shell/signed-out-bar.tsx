'use client';
import { LogIn } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useIsSignedOut } from '#components/data/signed-out.ts';
import { SIGN_IN_PAGE } from '#lib/api/sign-in-page.ts';

/** Says that the browser was signed out while the page was open. What was typed stays: the link opens another tab. */
export function SignedOutBar() {
  const t = useTranslations('signIn');
  const isSignedOut = useIsSignedOut();
  return (
    <div role="status">
      {isSignedOut ? (
        <p className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-1 bg-waiting-bg px-4 py-1 text-waiting">
          <LogIn size={14} aria-hidden="true" />
          <span>{t('ended')}</span>
          <a href={SIGN_IN_PAGE} target="_blank" rel="noreferrer" className="font-strong underline">
            {t('again')}
          </a>
        </p>
      ) : null}
    </div>
  );
}
