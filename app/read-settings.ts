import { cookies, headers } from 'next/headers';
import { parseRail, RAIL_COOKIE, type RailSettings } from '#components/shell/rail-settings.ts';
import { HOSTED_VIEW_HEADER } from '#lib/api/hosted-page.ts';
import { LANGUAGE_HEADER, LANGUAGES_HEADER, type Language, languages, resolveLanguage } from '#lib/i18n/language.ts';
import { parseTheme, THEME_COOKIE, type Theme } from '#lib/i18n/theme.ts';

type PageSettings = {
  readonly language: Language;
  /** Those that the server is set up for. */
  readonly languages: readonly Language[];
  readonly theme: Theme;
  readonly rail: RailSettings;
};

/** Language, theme and navigation of this request, known before the first byte of the page is drawn. */
export async function readSettings(): Promise<PageSettings> {
  const [cookie, header] = await Promise.all([cookies(), headers()]);
  const hosted = header.get(HOSTED_VIEW_HEADER);
  const supported = header.get(LANGUAGES_HEADER)?.split(' ') ?? languages;
  return {
    // The server has resolved it already, by cookie, headers and config.
    language: resolveLanguage({ header: header.get(LANGUAGE_HEADER) }),
    languages: languages.filter((language) => supported.includes(language)),
    theme: hosted === null || hosted === 'own' ? parseTheme(cookie.get(THEME_COOKIE)?.value) : parseTheme(hosted),
    rail: parseRail(cookie.get(RAIL_COOKIE)?.value),
  };
}
