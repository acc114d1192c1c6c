import type { ConfiguredModelResource, ModelEntryInput } from '#lib/api/models.contract.ts';
import type { ReasoningEffort } from '#lib/interaction/reasoning-effort.ts';
import { type ModelPreset, presets } from './model-presets.ts';

/** The texts of the form. */
export type ModelDraft = {
  readonly preset: ModelPreset;
  readonly name: string;
  readonly modelId: string;
  readonly baseUrl: string;
  /** Empty: none, or that which is stored. */
  readonly apiKey: string;
  /** Instead of a key; empty: none. */
  readonly credentialId: string;
  readonly contextTokens: string;
  readonly maxOutputTokens: string;
  readonly temperature: string;
  readonly timeoutS: string;
  readonly priceInput: string;
  readonly priceOutput: string;
  readonly priceCached: string;
  readonly canSee: boolean;
  readonly canStream: boolean;
  readonly tools: 'native' | 'prompt';
  /** Empty for the default of the provider. */
  readonly reasoningEffort: ReasoningEffort | '';
};

export const newDraft: ModelDraft = {
  preset: 'openai-compatible',
  name: 'main',
  modelId: '',
  baseUrl: '',
  apiKey: '',
  credentialId: '',
  contextTokens: '128000',
  maxOutputTokens: '4096',
  temperature: '0.7',
  timeoutS: '60',
  priceInput: '',
  priceOutput: '',
  priceCached: '',
  canSee: false,
  canStream: true,
  tools: 'native',
  reasoningEffort: '',
};

const textOf = (number: number | null | undefined) => (number === null || number === undefined ? '' : String(number));

export function draftOf(model: ConfiguredModelResource): ModelDraft {
  const { name, provider, modelId, baseUrl, contextTokens, maxOutputTokens, temperature, timeoutMs, price } = model;
  const preset = provider === 'openai' || provider === 'anthropic' || provider === 'google' ? provider : 'openai-compatible';
  return {
    preset,
    name,
    modelId,
    baseUrl: baseUrl ?? '',
    apiKey: '',
    credentialId: model.credentialId ?? '',
    contextTokens: textOf(contextTokens),
    maxOutputTokens: textOf(maxOutputTokens),
    temperature: textOf(temperature),
    timeoutS: textOf(timeoutMs / 1000),
    priceInput: textOf(price?.input),
    priceOutput: textOf(price?.output),
    priceCached: textOf(price?.cachedInput),
    canSee: model.canSee,
    canStream: model.canStream,
    tools: model.tools,
    reasoningEffort: model.reasoningEffort ?? '',
  };
}

/** Which field is wrong; the rest is for the server to say. */
export type DraftProblem = 'required' | 'number' | 'whole' | 'price';
export type ReadDraft =
  | { readonly ok: true; readonly entry: ModelEntryInput }
  | { readonly ok: false; readonly problems: Partial<Record<keyof ModelDraft, DraftProblem>> };

/** The request for a draft. `stored` is the edited model, whose key and base URL stay unless changed. */
export function readDraft(draft: ModelDraft, stored: ConfiguredModelResource | undefined): ReadDraft {
  const problems: Partial<Record<keyof ModelDraft, DraftProblem>> = {};
  const { provider } = presets[draft.preset];
  const number = (key: 'temperature' | 'timeoutS' | 'priceInput' | 'priceOutput' | 'priceCached') => {
    const text = draft[key].trim();
    if (text === '') return undefined;
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0) problems[key] = 'number';
    return value;
  };
  const whole = (key: 'contextTokens' | 'maxOutputTokens') => {
    const text = draft[key].trim();
    if (text === '') return undefined;
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) problems[key] = 'whole';
    return value;
  };
  for (const key of ['name', 'modelId'] as const) if (draft[key].trim() === '') problems[key] = 'required';
  const baseUrl = readBaseUrl(draft, stored);
  if (provider === 'openai-compatible' && baseUrl === null) problems.baseUrl = 'required';
  const [input, output, cached] = [number('priceInput'), number('priceOutput'), number('priceCached')];
  if ((input === undefined) !== (output === undefined)) problems[input === undefined ? 'priceInput' : 'priceOutput'] = 'price';
  const timeoutS = number('timeoutS');
  const entry: ModelEntryInput = {
    provider,
    modelId: draft.modelId.trim(),
    baseUrl,
    isEnabled: true,
    ...(draft.credentialId === '' && draft.apiKey !== '' && { apiKey: draft.apiKey }),
    credentialId: draft.credentialId === '' ? null : draft.credentialId,
    temperature: number('temperature'),
    timeoutMs: timeoutS === undefined ? undefined : timeoutS * 1000,
    contextTokens: whole('contextTokens'),
    maxOutputTokens: whole('maxOutputTokens'),
    price: input === undefined || output === undefined ? null : { input, output, cachedInput: cached ?? null },
    canSee: draft.canSee,
    canStream: draft.canStream,
    tools: draft.tools,
    reasoningEffort: draft.reasoningEffort === '' ? null : draft.reasoningEffort,
  };
  return Object.keys(problems).length === 0 ? { ok: true, entry } : { ok: false, problems };
}

/** Undefined to keep the stored one: a base URL of the config file is not shown, and stays unless changed. */
function readBaseUrl({ baseUrl, preset }: ModelDraft, stored: ConfiguredModelResource | undefined): string | null | undefined {
  const text = baseUrl.trim();
  if (text !== '') return text;
  const keepsAddress = stored !== undefined && stored.baseUrl === null && stored.provider === presets[preset].provider;
  return keepsAddress ? undefined : null;
}
