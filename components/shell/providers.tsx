'use client';
import type { ReactNode } from 'react';
import { type IntlError, IntlErrorCode, IntlProvider } from 'use-intl';
import type { Language } from '#lib/i18n/language.ts';
import type { Messages } from '#lib/i18n/messages.ts';

type ProvidersProps = { language: Language; messages: Messages; timeZone: string; children: ReactNode };

/** What every component below may ask for. A text that is missing throws: there is no silent fallback to its key. */
export function Providers({ language, messages, timeZone, children }: ProvidersProps) {
  return (
    <IntlProvider locale={language} messages={messages} timeZone={timeZone} onError={raise}>
      {children}
    </IntlProvider>
  );
}

/** Words of fields stand under their path, as `settings.limits.maxSteps`; they are read whole, never by such a key. Only the development build looks at that. */
function raise(error: IntlError): void {
  if (error.code !== IntlErrorCode.INVALID_KEY) throw error;
}
