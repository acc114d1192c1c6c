import type { languages } from 'monaco-editor/editor';

/** Templates: text with `{{…}}` and `{%…%}` in it. */
export const TEMPLATE_LANGUAGE = 'threadloom-template';
export const CEL_LANGUAGE = 'cel';

const inTag: languages.IMonarchLanguageRule[] = [
  [/"[^"]*"|'[^']*'/, 'string'],
  [/\d+(\.\d+)?/, 'number'],
  [/\|\s*[a-z_]+/, 'keyword'],
  [/[A-Za-z_]\w*/, 'variable'],
];

export const templateTokens: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/\{\{/, { token: 'delimiter.tag', next: '@output' }],
      [/\{%/, { token: 'delimiter.tag', next: '@statement' }],
      [/[^{]+|\{/, ''],
    ],
    output: [[/\}\}/, { token: 'delimiter.tag', next: '@pop' }], ...inTag],
    statement: [
      [/%\}/, { token: 'delimiter.tag', next: '@pop' }],
      [/\b(for|in|endfor|assign|if|else|elsif|endif)\b/, 'keyword'],
      ...inTag,
    ],
  },
};

export const celTokens: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/, 'string'],
      [/\b(true|false|null|in)\b/, 'keyword'],
      [/\d+(\.\d+)?/, 'number'],
      [/[A-Za-z_]\w*(?=\()/, 'keyword'],
      [/[A-Za-z_]\w*/, 'variable'],
      [/&&|\|\||[=!<>]=?|[-+*/%?:]/, 'operator'],
    ],
  },
};
