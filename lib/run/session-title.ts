import type { Language } from '../i18n/language.ts';

const titles: Readonly<Record<Language, string>> = { en: 'New Chat', 'zh-CN': '新对话' };

/** What a session is called that was begun without a title, until its first message. */
export function newSessionTitle(language: Language): string {
  return titles[language];
}

export const newSessionTitles: readonly string[] = Object.values(titles);
