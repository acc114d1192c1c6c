/** The language of a text. `jsonTemplate`: JSON with `{{…}}` in it. */
export type CodeLanguage = 'template' | 'jsonTemplate' | 'cel' | 'json' | 'javascript' | 'python';

/** Languages in which Tab indents, so that another key has to move the focus out of the editor. */
export function isIndentedWithTab(language: CodeLanguage): boolean {
  return language === 'json' || language === 'javascript' || language === 'python';
}
