import type { Language } from './language.ts';
import callsZhCn from './messages/calls.zh-CN.json' with { type: 'json' };
import { TextPatterns } from './text-patterns.ts';

/** What a call of a tool does is written in English where it is made, and is stored so. */
const translations: Readonly<Partial<Record<Language, TextPatterns>>> = {
  'zh-CN': new TextPatterns(callsZhCn, { parts: [], order: 'best' }),
};

/** The description of a tool call in a language; unchanged when there is no translation, as of a service's own tool. */
export function wordCall(text: string, language: Language): string {
  return translations[language]?.translate(text) ?? text;
}
