'use client';
import { createContext, type ReactNode, useContext } from 'react';
import { type IntlError, IntlErrorCode, IntlProvider } from 'use-intl';
import { languages as allLanguages, type Language } from '#lib/i18n/language.ts';
import type { Messages } from '#lib/i18n/messages.ts';

type ProvidersProps = {
  language: Language;
  /** Those that may be chosen. */
  languages: readonly Language[];
  messages: Messages;
  timeZone: string;
  children: ReactNode;
};

const OfferedLanguages = createContext<readonly Language[]>(allLanguages);

export function useOfferedLanguages(): readonly Language[] {
  return useContext(OfferedLanguages);
}

/** What every component below may ask for. A text that is missing throws: there is no silent fallback to its key. */
export function Providers({ language, languages, messages, timeZone, children }: ProvidersProps) {
  return (
    <IntlProvider locale={language} messages={messages} timeZone={timeZone} onError={raise}>
      <OfferedLanguages value={languages}>{children}</OfferedLanguages>
    </IntlProvider>
  );
}

/**
 * Field texts are keyed by path, as `settings.limits.maxSteps`, and read as one object. use-intl
 * reports such keys in development only.
 */
function raise(error: IntlError): void {
  if (error.code !== IntlErrorCode.INVALID_KEY) throw error;
}
