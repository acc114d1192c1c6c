import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/javascript/register';
import 'monaco-editor/languages/definitions/python/register';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import type { CodeLanguage } from '#components/code-editor/code-language.ts';
import { celTokens, jsonTemplateTokens, templateTokens } from '#components/code-editor/template-language.ts';

// All of it comes from our own server: the page may load nothing from elsewhere.
globalThis.MonacoEnvironment = {
  getWorker: (_id, label) =>
    label === 'json'
      ? new Worker(new URL('monaco-editor/languages/features/json/json.worker.js', import.meta.url), { type: 'module' })
      : new Worker(new URL('monaco-editor/editor/editor.worker.js', import.meta.url), { type: 'module' }),
};

/** Shortcuts of the page that work from everywhere, and that Monaco has commands of its own for. */
const { CtrlCmd, Shift } = monaco.KeyMod;
const { Enter, F1, F8, KeyI, KeyK } = monaco.KeyCode;
const ofPage = [CtrlCmd | Enter, CtrlCmd | Shift | Enter, CtrlCmd | KeyI, CtrlCmd | KeyK, F8];
monaco.editor.addKeybindingRules([
  ...ofPage.map((keybinding) => ({ keybinding, command: null })),
  // Its own keys begin with that of the palette.
  { keybinding: Shift | F1, command: 'editor.action.showHover', when: 'editorTextFocus' },
]);

/** What Monaco calls our languages. */
export const languageIds: Readonly<Record<CodeLanguage, string>> = {
  template: 'threadloom-template',
  jsonTemplate: 'threadloom-json',
  cel: 'cel',
  json: 'json',
  javascript: 'javascript',
  python: 'python',
};

const ownTokens = { template: templateTokens, jsonTemplate: jsonTemplateTokens, cel: celTokens } as const;
for (const [language, tokens] of Object.entries(ownTokens)) {
  const id = languageIds[language as keyof typeof ownTokens];
  monaco.languages.register({ id });
  monaco.languages.setMonarchTokensProvider(id, tokens);
}

type Schema = NonNullable<Parameters<typeof jsonDefaults.setDiagnosticsOptions>[0]['schemas']>[number]['schema'];
const schemas = new Map<string, Schema>();

/** Validates and completes a JSON text by a schema. @returns how to dispose of it */
export function checkBySchema(model: monaco.editor.ITextModel, schema: object): () => void {
  const uri = model.uri.toString();
  schemas.set(uri, schema as Schema);
  registerSchemas();
  return () => {
    schemas.delete(uri);
    registerSchemas();
  };
}

function registerSchemas(): void {
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    enableSchemaRequest: false,
    schemaValidation: 'warning',
    schemas: Array.from(schemas, ([uri, schema]) => ({ uri: `${uri}.schema`, fileMatch: [uri], schema })),
  });
}
registerSchemas();

export { monaco };
