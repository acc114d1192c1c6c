import type { ModelEntryInput } from '#lib/api/models.contract.ts';

export const modelPresets = ['openai-compatible', 'openai', 'anthropic', 'google', 'ollama'] as const;
export type ModelPreset = (typeof modelPresets)[number];

/** What they are called, the same in every language. */
export const presetNames: Readonly<Record<ModelPreset, string>> = {
  'openai-compatible': 'OpenAI-compatible',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  ollama: 'Ollama',
};

type Preset = {
  readonly provider: ModelEntryInput['provider'];
  /** The names of models are their providers'; these only show what one looks like. */
  readonly exampleModel: string;
  readonly exampleUrl: string;
  /** Written where nothing else was. */
  readonly baseUrl?: string;
  readonly takesKey: boolean;
};

export const presets: Readonly<Record<ModelPreset, Preset>> = {
  'openai-compatible': {
    provider: 'openai-compatible',
    exampleModel: 'my-model',
    takesKey: true,
    exampleUrl: 'https://models.example.com/v1',
  },
  openai: { provider: 'openai', exampleModel: 'gpt-5-mini', exampleUrl: 'https://api.openai.com/v1', takesKey: true },
  anthropic: {
    provider: 'anthropic',
    exampleModel: 'claude-sonnet-4-5',
    takesKey: true,
    exampleUrl: 'https://api.anthropic.com/v1',
  },
  google: {
    provider: 'google',
    exampleModel: 'gemini-2.5-flash',
    takesKey: true,
    exampleUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  ollama: {
    provider: 'openai-compatible',
    exampleModel: 'llama3.2',
    takesKey: false,
    exampleUrl: 'http://127.0.0.1:11434/v1',
    baseUrl: 'http://127.0.0.1:11434/v1',
  },
};
