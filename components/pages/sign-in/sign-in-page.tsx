'use client';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { wordClientError } from '#components/data/word-client-error.ts';
import { LanguageSwitch } from '#components/shell/language-switch.tsx';
import { ThemeSwitch } from '#components/shell/theme-switch.tsx';
import { AppMark } from '#components/ui/app-mark.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { TextInput } from '#components/ui/text-input.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { ApiError } from '#lib/api/api-error.ts';
import { makeMethods } from '#lib/api/make-methods.ts';
import { signIn } from '#lib/api/sign-in.contract.ts';
import { errorMessage } from '#lib/errors/error-message.ts';
import type { Theme } from '#lib/i18n/theme.ts';

const FIELD_ID = 'token';
/** Characters that a header can carry; a token has no others. */
const TOKEN = /^[\x21-\x7e]+$/;
/** What a person may mend, in their language. Other errors are shown as the server states them. */
const REFUSALS: Partial<Record<ApiError['code'], 'wrong' | 'isKey' | 'unknownOrigin'>> = {
  'authentication-failed': 'wrong',
  'permission-denied': 'isKey',
  'origin-refused': 'unknownOrigin',
  'host-refused': 'unknownOrigin',
};

/** Asks for the token of the server. @param next the path to open then */
export function SignInPage({ next, theme }: { next: string; theme: Theme }) {
  const t = useTranslations();
  return (
    <main id="main" className="flex grow flex-col items-center justify-center gap-6 bg-panel px-4 py-10">
      <section
        aria-labelledby="sign-in"
        className="grid w-full max-w-[360px] gap-4 rounded-menu border border-line-1 bg-raised p-6 shadow-menu"
      >
        <div className="grid justify-items-start gap-2">
          <AppMark />
          <h1 id="sign-in" className="text-title font-title">
            {t('signIn.title')}
          </h1>
          <p className="text-ink-2">{t('signIn.text')}</p>
        </div>
        <TokenForm next={next} />
      </section>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <LanguageSwitch />
        <ThemeSwitch theme={theme} />
      </div>
    </main>
  );
}

function TokenForm({ next }: { next: string }) {
  const t = useTranslations('signIn');
  const isHydrated = useIsHydrated();
  // `inert` loses the focus of `autofocus`.
  useEffect(() => {
    if (isHydrated) document.getElementById(FIELD_ID)?.focus();
  }, [isHydrated]);
  // Two clicks may come before the next render.
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    const token = String(new FormData(event.currentTarget).get('token')).trim();
    isSending.current = true;
    setIsBusy(true);
    setProblem(undefined);
    try {
      if (!TOKEN.test(token)) return setProblem(t(token === '' ? 'missing' : 'wrong'));
      await makeMethods({ baseUrl: '', headers: { authorization: `Bearer ${token}` } }, { signIn }).signIn();
      // A whole page load: pages of before may still be in the browser's memory.
      window.location.assign(next);
    } catch (error) {
      const refusal = error instanceof ApiError ? REFUSALS[error.code] : undefined;
      const worded = wordClientError(error, document.documentElement.lang);
      setProblem(refusal ? t(refusal, { origin: window.location.origin }) : errorMessage(worded));
    } finally {
      isSending.current = false;
      setIsBusy(false);
      document.getElementById(FIELD_ID)?.focus();
    }
  };
  return (
    // `post` and `inert`: before the scripts have loaded, a form would send the token in the URL.
    <form method="post" onSubmit={submit} noValidate inert={!isHydrated} className="grid gap-3">
      <Field id={FIELD_ID} label={t('token')} isRequired={false} help={t('help')} error={problem}>
        {(control) => (
          <TextInput {...control} name="token" type="password" autoComplete="current-password" spellCheck={false} autoFocus />
        )}
      </Field>
      <Button type="submit" look="primary" size="large" aria-disabled={isBusy} className="w-full">
        {t(isBusy ? 'signingIn' : 'signIn')}
      </Button>
    </form>
  );
}
