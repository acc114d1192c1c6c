/** In what a text is written. `jsonTemplate`: a value as JSON with `{{…}}` in it. */
export type CodeLanguage = 'template' | 'jsonTemplate' | 'cel' | 'json' | 'javascript' | 'python';

/** Languages whose texts are indented with Tab, so that another key has to lead out of them. */
export function isIndentedWithTab(language: CodeLanguage): boolean {
  return language === 'json' || language === 'javascript' || language === 'python';
}
