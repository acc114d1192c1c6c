import type { Language } from './language.ts';
import english from './messages/prompts.en.json' with { type: 'json' };
import zhCn from './messages/prompts.zh-CN.json' with { type: 'json' };
import { fillIn, type ProblemParams } from './problem-text.ts';

export type PromptTextKey = keyof typeof english;

const texts: Readonly<Record<Language, Readonly<Record<PromptTextKey, string>>>> = { en: english, 'zh-CN': zhCn };

/** What the engine itself says to a model, in the language of the workflow. */
export function promptText(language: Language, key: PromptTextKey, params: ProblemParams = {}): string {
  return fillIn(texts[language][key], params);
}
