import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { createTranslator } from 'use-intl/core';
import { readSettings } from '#app/read-settings.ts';
import { EarlyInput } from '#components/shell/early-input/early-input.tsx';
import { Providers } from '#components/shell/providers.tsx';
import { StudioFrame } from '#components/shell/studio-frame.tsx';
import { HOSTED_VIEW_HEADER } from '#lib/api/hosted-page.ts';
import { SIGN_IN_VIEW_HEADER } from '#lib/api/sign-in-page.ts';
import { hostedMessages } from '#lib/i18n/hosted-messages.ts';
import { messagesFor } from '#lib/i18n/messages.ts';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  const { language } = await readSettings();
  const t = createTranslator({ locale: language, messages: messagesFor(language), namespace: 'app' });
  // Pages have their own; it is left to what is not found.
  return { title: t('name'), description: t('description'), robots: { index: false } };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f4f4f1' },
    { media: '(prefers-color-scheme: dark)', color: '#191a1d' },
  ],
};

export default async function Layout({ children }: { children: ReactNode }) {
  const [{ language, languages, theme, rail }, sent] = await Promise.all([readSettings(), headers()]);
  const publicOrigin = process.env.PUBLIC_URL;
  const policy = sent.get('content-security-policy');
  const hosted = sent.get(HOSTED_VIEW_HEADER);
  const messages = messagesFor(language);
  if (hosted !== null)
    return (
      <html lang={language} data-theme={theme}>
        <body>
          <EarlyInput policy={policy}>
            <Providers
              language={language}
              languages={languages}
              messages={hostedMessages(messages)}
              timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
            >
              <div className="flex h-dvh min-w-0 flex-col">{children}</div>
            </Providers>
          </EarlyInput>
        </body>
      </html>
    );
  return (
    <html lang={language} data-theme={theme} {...(publicOrigin && { 'data-public-origin': publicOrigin })}>
      <body>
        <EarlyInput policy={policy}>
          <Providers
            language={language}
            languages={languages}
            messages={messages}
            timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
          >
            <StudioFrame theme={theme} rail={rail} isSignIn={sent.has(SIGN_IN_VIEW_HEADER)}>
              {children}
            </StudioFrame>
          </Providers>
        </EarlyInput>
      </body>
    </html>
  );
}
