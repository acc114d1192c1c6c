/** Languages that every page, server message and prompt text exists in. */
export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];

/** Cookie name of the browser's setting. */
export const LANGUAGE_COOKIE = 'threadloom_language';
/** How a program asks for a language without touching `Accept-Language`. */
export const LANGUAGE_HEADER = 'x-language';

/** How the server tells its pages which languages they may offer, separated by spaces. */
export const LANGUAGES_HEADER = 'x-threadloom-languages';

export type LanguageConfig = {
  readonly defaultLanguage: Language;
  readonly supportedLanguages: readonly Language[];
  /** Other tags for a supported language, in lowercase letters. */
  readonly aliases: Readonly<Record<string, Language>>;
};

export const defaultLanguageConfig: LanguageConfig = {
  defaultLanguage: 'en',
  supportedLanguages: languages,
  // Traditional Chinese readers are served better by Simplified Chinese than by English.
  aliases: { zh: 'zh-CN', 'zh-hans': 'zh-CN', 'zh-hant': 'zh-CN', cn: 'zh-CN', chinese: 'zh-CN', english: 'en' },
};

export type LanguagePreferences = {
  /** What the person chose. */
  readonly setting?: string | null | undefined;
  /** The value of `LANGUAGE_HEADER`. */
  readonly header?: string | null | undefined;
  readonly acceptLanguage?: string | null | undefined;
};

/** The language to answer in: the setting, else the header, else the best of `Accept-Language`, else the default. */
export function resolveLanguage(preferences: LanguagePreferences, config: LanguageConfig = defaultLanguageConfig): Language {
  const tags = [preferences.setting, preferences.header, ...parseAcceptLanguage(preferences.acceptLanguage ?? '')];
  for (const tag of tags) {
    if (tag === '*') return config.defaultLanguage;
    const found = tag ? matchLanguage(tag, config) : undefined;
    if (found) return found;
  }
  return config.defaultLanguage;
}

/** `zh-Hans-SG` is tried as itself, then as `zh-Hans`, then as `zh` (RFC 4647, look-up). */
function matchLanguage(tag: string, { supportedLanguages, aliases }: LanguageConfig): Language | undefined {
  const parts = tag.trim().toLowerCase().replaceAll('_', '-').split('-');
  for (let length = parts.length; length > 0; length--) {
    const range = parts.slice(0, length).join('-');
    const alias = Object.hasOwn(aliases, range) ? aliases[range] : undefined;
    const found = supportedLanguages.find((language) => language.toLowerCase() === range || language === alias);
    if (found) return found;
  }
  return undefined;
}

/** Tags of an `Accept-Language` header, most preferred first, without refused ones (`q=0`). */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
        .find((value) => value !== undefined);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
