import { z } from 'zod';
import { nodeErrorSchema, tokenUsageSchema } from '../run/run-event.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const identity = {
  name: z.string().meta({ description: 'What a node writes in its `model`.' }),
  provider: z.string(),
  modelId: z.string(),
  isDefault: z.boolean(),
  isDemo: z.boolean().meta({ description: 'Nothing is configured: this one answers with made-up text.' }),
};
const modelInfoSchema = z.object(identity).register(components, { id: 'Model' });

export const listModels = defineContract({
  name: 'listModels',
  method: 'GET',
  path: '/api/v1/models',
  tag: 'catalogue',
  summary: 'The models a workflow may name',
  results: { 200: { description: 'All of them; keys are never sent.', body: z.object({ items: z.array(modelInfoSchema) }) } },
  errors: [],
});

const usd = z.number().nonnegative().meta({ description: 'USD for a million tokens.' });
const configuredModelSchema = z
  .object({
    ...identity,
    whyNot: z.enum(['disabled', 'key-missing']).nullable().meta({ description: 'Why it cannot be called; null when it can.' }),
    key: z.enum(['set', 'missing', 'not-needed']).meta({ description: 'Whether there is a key. The key itself is never sent.' }),
    host: z.string().nullable().meta({ description: 'Of its API; null for the provider’s own.' }),
    contextTokens: z.int().positive(),
    maxOutputTokens: z.int().positive(),
    timeoutMs: z.number().positive(),
    price: z.object({ input: usd, output: usd, cachedInput: usd.nullable() }).nullable(),
    tools: z.enum(['native', 'prompt']).meta({ description: '`prompt`: it knows no functions and is told of tools in words.' }),
    canStream: z.boolean(),
    canSee: z.boolean(),
  })
  .register(components, { id: 'ConfiguredModel' });
export type ConfiguredModelResource = z.output<typeof configuredModelSchema>;

export const listConfiguredModels = defineContract({
  name: 'listConfiguredModels',
  method: 'GET',
  path: '/api/v1/models/configured',
  tag: 'catalogue',
  summary: 'All models of the config, also those that cannot be called',
  results: { 200: { description: 'As the file has them.', body: z.object({ items: z.array(configuredModelSchema) }) } },
  errors: [],
});

const modelTrialSchema = z
  .object({
    ok: z.boolean(),
    text: z.string().meta({ description: 'What it said, in few tokens.' }),
    durationMs: z.number().nonnegative(),
    firstTokenMs: z.number().nonnegative().nullable(),
    usage: tokenUsageSchema,
    error: nodeErrorSchema.nullable(),
  })
  .register(components, { id: 'ModelTrial' });
export type ModelTrialResource = z.output<typeof modelTrialSchema>;

export const testModel = defineContract({
  name: 'testModel',
  method: 'POST',
  path: '/api/v1/models/{name}/test',
  tag: 'catalogue',
  summary: 'Make one small call of a model',
  description:
    'A real call with few tokens and a time limit of 20 seconds, which a provider may charge for. A model that fails is an answer (`ok: false`), not an error.',
  params: z.object({ name: z.string().min(1).max(200) }),
  results: { 200: { description: 'What came of it.', body: modelTrialSchema } },
  errors: ['model-not-found'],
});
