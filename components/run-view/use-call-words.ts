'use client';
import { useEffect, useState } from 'react';
import { useLocale } from 'use-intl';

/**
 * Words the description of a tool call, which is stored in English, for the reader. The translations are loaded when
 * they are needed; until then, and where there is none, the text stays.
 */
export function useCallWords(): (text: string) => string {
  const language = useLocale();
  const [word, setWord] = useState<(text: string) => string>();
  useEffect(() => {
    if (language === 'en') return;
    let isGone = false;
    import('#lib/i18n/word-call.ts').then(
      ({ wordCall }) => {
        if (!isGone) setWord(() => (text: string) => wordCall(text, language));
      },
      // Without the translations the text is readable, too.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [language]);
  return (text) => word?.(text) ?? text;
}
