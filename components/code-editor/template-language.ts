import type { languages } from 'monaco-editor/editor';

const inTag: languages.IMonarchLanguageRule[] = [
  [/"[^"]*"|'[^']*'/, 'string'],
  [/\d+(\.\d+)?/, 'number'],
  [/\|\s*[a-z_]+/, 'keyword'],
  [/[A-Za-z_]\w*/, 'variable'],
];

const inCel: languages.IMonarchLanguageRule[] = [
  [/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/, 'string'],
  [/\b(true|false|null|in)\b/, 'keyword'],
  [/\d+(\.\d+)?/, 'number'],
  [/[A-Za-z_]\w*(?=\()/, 'keyword'],
  [/[A-Za-z_]\w*/, 'variable'],
  [/&&|\|\||[=!<>]=?|[-+*/%?:]/, 'operator'],
];

const tagStates: languages.IMonarchLanguage['tokenizer'] = {
  expression: [[/\{/, '', '@braces'], [/\}\}/, { token: 'delimiter.tag', next: '@pop' }], ...inCel],
  braces: [[/\{/, '', '@push'], [/\}/, '', '@pop'], ...inCel],
  output: [[/\}\}/, { token: 'delimiter.tag', next: '@pop' }], ...inTag],
  statement: [
    [/%\}/, { token: 'delimiter.tag', next: '@pop' }],
    [/\b(for|in|endfor|assign|if|else|elsif|endif)\b/, 'keyword'],
    ...inTag,
  ],
};

const tagStart: languages.IMonarchLanguageRule[] = [
  [/\{\{-?=/, { token: 'delimiter.tag', next: '@expression' }],
  [/\{\{/, { token: 'delimiter.tag', next: '@output' }],
  [/\{%/, { token: 'delimiter.tag', next: '@statement' }],
];

/** Templates: text with `{{…}}` and `{%…%}` in it. */
export const templateTokens: languages.IMonarchLanguage = {
  tokenizer: { root: [...tagStart, [/[^{]+|\{/, '']], ...tagStates },
};

/** A value as JSON, whose texts are templates; or one template. */
export const jsonTemplateTokens: languages.IMonarchLanguage = {
  tokenizer: {
    root: [
      ...tagStart,
      [/"(?:[^"\\{]|\\.)*"(?=\s*:)/, 'string.key'],
      [/"/, { token: 'string', next: '@text' }],
      [/\b(true|false|null)\b/, 'keyword'],
      [/-?\d+(\.\d+)?([eE][-+]?\d+)?/, 'number'],
    ],
    text: [...tagStart, [/\\./, 'string'], [/"/, { token: 'string', next: '@pop' }], [/[^"\\{]+|\{/, 'string']],
    ...tagStates,
  },
};

/** Conditions. */
export const celTokens: languages.IMonarchLanguage = {
  tokenizer: { root: inCel },
};
