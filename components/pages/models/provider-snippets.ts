// biome-ignore-all lint/suspicious/noTemplateCurlyInString: `${…}` is the syntax of the config file
import type { ModelPreset } from './model-presets.ts';

type Entry = { readonly variable?: string; readonly lines: readonly string[] };

const entries: Readonly<Record<ModelPreset, Entry>> = {
  'openai-compatible': {
    variable: 'MODEL_API_KEY',
    lines: [
      'provider: openai-compatible',
      'base_url: https://models.example.com/v1',
      'model: my-model',
      'api_key: ${MODEL_API_KEY}',
      'max_context: 128000',
    ],
  },
  openai: { variable: 'OPENAI_API_KEY', lines: ['provider: openai', 'model: gpt-5-mini', 'api_key: ${OPENAI_API_KEY}'] },
  anthropic: {
    variable: 'ANTHROPIC_API_KEY',
    lines: ['provider: anthropic', 'model: claude-sonnet-4-5', 'api_key: ${ANTHROPIC_API_KEY}', 'max_context: 200000'],
  },
  google: {
    variable: 'GEMINI_API_KEY',
    lines: ['provider: google', 'model: gemini-2.5-flash', 'api_key: ${GEMINI_API_KEY}', 'max_context: 1000000'],
  },
  ollama: {
    lines: ['provider: openai-compatible', 'base_url: http://127.0.0.1:11434/v1', 'model: llama3.2', 'timeout_s: 300'],
  },
};

/** The config file entry for a model of this provider, named `main`. */
export function configSnippet(provider: ModelPreset): string {
  return ['default_model: main', '', 'models:', '  main:', ...entries[provider].lines.map((line) => `    ${line}`)].join('\n');
}

/** How the server is then started; the key stays in the environment. */
export function startSnippet(provider: ModelPreset): string {
  const { variable } = entries[provider];
  return variable === undefined ? 'npm start' : `${variable}=… npm start`;
}
