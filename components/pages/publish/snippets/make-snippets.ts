import { curlSnippets } from './curl-snippets.ts';
import { pythonSnippets } from './python-snippets.ts';
import type { SnippetCall, SnippetKind } from './snippet-call.ts';
import { typescriptSnippets } from './typescript-snippets.ts';

export const snippetLanguages = ['curl', 'typescript', 'python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

const byLanguage = { curl: curlSnippets, typescript: typescriptSnippets, python: pythonSnippets };

/** The same call of a published workflow in each language: it can be pasted and runs without anything to install. */
export function makeSnippets(call: SnippetCall, kind: SnippetKind = 'sync'): Record<SnippetLanguage, string> {
  return {
    curl: byLanguage.curl[kind](call),
    typescript: byLanguage.typescript[kind](call),
    python: byLanguage.python[kind](call),
  };
}
