import { cookies, headers } from 'next/headers';
import { parseRail, RAIL_COOKIE, type RailSettings } from '#components/shell/rail-settings.ts';
import { LANGUAGE_COOKIE, LANGUAGE_HEADER, type Language, resolveLanguage } from '#lib/i18n/language.ts';
import { parseTheme, THEME_COOKIE, type Theme } from '#lib/i18n/theme.ts';

/** Language, theme and navigation of this request, known before the first byte of the page is drawn. */
export async function readSettings(): Promise<{ language: Language; theme: Theme; rail: RailSettings }> {
  const [cookie, header] = await Promise.all([cookies(), headers()]);
  return {
    language: resolveLanguage({
      setting: cookie.get(LANGUAGE_COOKIE)?.value,
      header: header.get(LANGUAGE_HEADER),
      acceptLanguage: header.get('accept-language'),
    }),
    theme: parseTheme(cookie.get(THEME_COOKIE)?.value),
    rail: parseRail(cookie.get(RAIL_COOKIE)?.value),
  };
}
