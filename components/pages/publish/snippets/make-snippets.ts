import { curlSnippets } from './curl-snippets.ts';
import { pythonSnippets } from './python-snippets.ts';
import { callKinds, type SnippetCall, type SnippetKind, surfaceKinds } from './snippet-call.ts';
import { surfaceSnippets } from './surface-snippets.ts';
import { typescriptSnippets } from './typescript-snippets.ts';

export const snippetLanguages = ['curl', 'typescript', 'python'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

const byLanguage = { curl: curlSnippets, typescript: typescriptSnippets, python: pythonSnippets };

/** The same call of a published workflow in each language: it can be pasted, and runs as it is. */
export function makeSnippets(call: SnippetCall, kind: SnippetKind = 'sync'): Record<SnippetLanguage, string> {
  const surface = surfaceKinds.find((one) => one === kind);
  const own = callKinds.find((one) => one === kind) ?? 'sync';
  const make = (language: SnippetLanguage) => (surface ? surfaceSnippets[surface][language] : byLanguage[language][own]);
  return { curl: make('curl')(call), typescript: make('typescript')(call), python: make('python')(call) };
}
