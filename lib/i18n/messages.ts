import type { Language } from './language.ts';
import en from './messages/en.json' with { type: 'json' };
import templatesZhCn from './messages/templates.zh-CN.json' with { type: 'json' };
import zhCn from './messages/zh-CN.json' with { type: 'json' };

/** Words of the shipped templates in another language than their own; what is missing is shown as the document has it. */
type TemplateTexts = Readonly<
  Record<
    string,
    { name: string; description: string; inputs: Readonly<Record<string, string>>; nodes: Readonly<Record<string, string>> }
  >
>;

/** Every text of the product; English decides which keys there are. */
export type Messages = typeof en & { templates: TemplateTexts };

const messages: Readonly<Record<Language, Messages>> = {
  // The templates are written in English.
  en: { ...en, templates: {} },
  'zh-CN': { ...zhCn, templates: templatesZhCn },
};

export function messagesFor(language: Language): Messages {
  return messages[language];
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Language;
  }
}
