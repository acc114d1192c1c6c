import { expect, test } from 'vitest';
import type { ConfiguredModelResource } from '#lib/api/models.contract.ts';
import { draftOf, type ModelDraft, newDraft, readDraft } from './model-draft.ts';

const stored: ConfiguredModelResource = {
  name: 'main',
  provider: 'openai',
  modelId: 'gpt-5',
  isDefault: true,
  isDemo: false,
  whyNot: null,
  key: 'set',
  credentialId: null,
  origin: 'studio',
  host: null,
  baseUrl: null,
  temperature: 0.2,
  contextTokens: 9000,
  maxOutputTokens: 100,
  timeoutMs: 1500,
  price: { input: 1.25, output: 10, cachedInput: null },
  tools: 'native',
  canStream: true,
  canSee: true,
  reasoningEffort: 'high',
};
const draft = (change: Partial<ModelDraft>): ModelDraft => ({
  ...newDraft,
  modelId: 'llama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  ...change,
});
const problemsOf = (change: Partial<ModelDraft>, model?: ConfiguredModelResource) => {
  const read = readDraft(draft(change), model);
  return read.ok ? {} : read.problems;
};

test('a stored model that is opened and saved again is the same, and its key is not sent', () => {
  const { name, isDefault, isDemo, whyNot, key, origin, host, baseUrl, ...same } = stored;
  expect(readDraft(draftOf(stored), stored)).toEqual({ ok: true, entry: { ...same, baseUrl: undefined, isEnabled: true } });
});

test('a key is sent when one was written', () => {
  expect(readDraft(draft({ apiKey: 'sk-1' }), undefined)).toMatchObject({ ok: true, entry: { apiKey: 'sk-1' } });
});

test.each<[string, Partial<ModelDraft>, object]>([
  ['a name', { name: ' ' }, { name: 'required' }],
  ['a model', { modelId: '' }, { modelId: 'required' }],
  ['the address of a server of one’s own', { baseUrl: '' }, { baseUrl: 'required' }],
])('%s is required', (_, change, problems) => {
  expect(problemsOf(change)).toEqual(problems);
});

test('a provider has an address of its own', () => {
  expect(readDraft(draft({ preset: 'anthropic', baseUrl: '' }), undefined)).toMatchObject({ ok: true, entry: { baseUrl: null } });
});

test('the address of a model of the config file stays, unless another provider is chosen', () => {
  const local = { ...stored, provider: 'openai-compatible', origin: 'file' } as const;
  expect(readDraft(draftOf(local), local)).toMatchObject({ ok: true, entry: { baseUrl: undefined } });
  expect(readDraft({ ...draftOf(local), preset: 'google' }, local)).toMatchObject({ ok: true, entry: { baseUrl: null } });
});

test('prices are numbers, tokens are integers, and a price needs both parts', () => {
  expect(
    problemsOf({ temperature: 'warm', contextTokens: '1.5', maxOutputTokens: '0', timeoutS: '-1', priceInput: '2' }),
  ).toEqual({
    temperature: 'number',
    contextTokens: 'whole',
    maxOutputTokens: 'whole',
    timeoutS: 'number',
    priceOutput: 'price',
  });
  expect(readDraft(draft({ contextTokens: '', priceInput: '2', priceOutput: '8', priceCached: '0.5' }), undefined)).toMatchObject(
    {
      ok: true,
      entry: { contextTokens: undefined, price: { input: 2, output: 8, cachedInput: 0.5 } },
    },
  );
});
