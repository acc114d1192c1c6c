import type { Language } from './language.ts';
import english from './messages/notifications.en.json' with { type: 'json' };
import zhCn from './messages/notifications.zh-CN.json' with { type: 'json' };

export type NotificationTextKey = keyof typeof english;

const texts: Readonly<Record<Language, Readonly<Record<NotificationTextKey, string>>>> = { en: english, 'zh-CN': zhCn };

/** The title of a notification in a language. */
export function notificationText(language: Language, key: NotificationTextKey): string {
  return texts[language][key];
}
