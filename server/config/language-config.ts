import { defaultLanguageConfig, type LanguageConfig } from '#lib/i18n/language.ts';
import type { Config } from './config-schema.ts';

/** Which language pages and API answer in, by the config file. Tags are compared in lowercase letters. */
export function toLanguageConfig({ i18n }: Pick<Config, 'i18n'>): LanguageConfig {
  const own = Object.entries(i18n.aliases).map(([tag, language]) => [tag.toLowerCase().replaceAll('_', '-'), language]);
  return {
    defaultLanguage: i18n.default_language,
    supportedLanguages: i18n.supported_languages,
    aliases: { ...defaultLanguageConfig.aliases, ...Object.fromEntries(own) },
  };
}
