import { cookies, headers } from 'next/headers';
import { LANGUAGE_COOKIE, LANGUAGE_HEADER, type Language, resolveLanguage } from '#lib/i18n/language.ts';
import { parseTheme, THEME_COOKIE, type Theme } from '#lib/i18n/theme.ts';

/** Language and theme of this request, known before the first byte of the page is drawn. */
export async function readSettings(): Promise<{ language: Language; theme: Theme }> {
  const [cookie, header] = await Promise.all([cookies(), headers()]);
  return {
    language: resolveLanguage({
      setting: cookie.get(LANGUAGE_COOKIE)?.value,
      header: header.get(LANGUAGE_HEADER),
      acceptLanguage: header.get('accept-language'),
    }),
    theme: parseTheme(cookie.get(THEME_COOKIE)?.value),
  };
}
