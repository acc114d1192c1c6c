import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { createTranslator } from 'use-intl/core';
import { readSettings } from '#app/read-settings.ts';
import { SignInPage } from '#components/pages/sign-in/sign-in-page.tsx';
import { SIGN_IN_VIEW_HEADER } from '#lib/api/sign-in-page.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import { ownPath } from '#lib/text/own-path.ts';

export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const { language } = await readSettings();
  const t = createTranslator({ locale: language, messages: messagesFor(language) });
  return { title: t('rail.pageTitle', { name: t('signIn.title') }) };
}

export default async function Page({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const [{ next }, sent, { theme }] = await Promise.all([searchParams, headers(), readSettings()]);
  // Without a token there is nothing to sign in to.
  if (!sent.has(SIGN_IN_VIEW_HEADER)) redirect('/');
  return <SignInPage next={ownPath([next].flat()[0])} theme={theme} />;
}
