import type { Language } from './language.ts';
import en from './messages/en.json' with { type: 'json' };
import zhCn from './messages/zh-CN.json' with { type: 'json' };

/** Every text of the product; English decides which keys there are. */
export type Messages = typeof en;

const messages: Readonly<Record<Language, Messages>> = { en, 'zh-CN': zhCn };

export function messagesFor(language: Language): Messages {
  return messages[language];
}

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
    Locale: Language;
  }
}
