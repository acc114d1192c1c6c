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
    origin: z.enum(['file', 'studio', 'changed', 'built-in']).meta({
      description: 'Where it is configured: in the config file, in the studio, or in the file and changed in the studio.',
    }),
    host: z.string().nullable().meta({ description: 'Of its API; null for the provider’s own.' }),
    baseUrl: z.string().nullable().meta({ description: 'Of its API, where the studio wrote it; null otherwise.' }),
    temperature: z.number(),
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

const modelProviders = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;

const reservedNames = ['default', 'demo'];
const modelName = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9][\w.-]*$/, 'A model name holds letters, digits, _, . and -, and begins with a letter or digit')
  .refine((name) => !reservedNames.includes(name), `${reservedNames.join(' and ')} have a meaning of their own`);

const baseUrlSchema = z
  .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
  .max(2000)
  .refine((url) => !URL.canParse(url) || new URL(url).username === '', 'Write the key as apiKey, not into the address')
  .meta({ description: 'Where the API is, with its version. Required for openai-compatible; null for the provider’s own.' });
const tokens = z.int().positive().max(100_000_000);

const modelEntrySchema = z
  .strictObject({
    provider: z.enum(modelProviders),
    modelId: z.string().trim().min(1).max(200).meta({ description: "The provider's own name of the model." }),
    baseUrl: baseUrlSchema.nullable().optional(),
    apiKey: z
      .string()
      .trim()
      .min(1)
      .max(4000)
      .regex(/^[\x20-\x7e]*$/, 'The key holds a line break or another character that no header can carry')
      .nullable()
      .optional()
      .meta({ description: 'Kept sealed and never sent back. Left out: the key stays as it is. Null: there is none.' }),
    isEnabled: z.boolean().default(true),
    temperature: z.number().min(0).max(2).optional(),
    timeoutMs: z.int().min(1000).max(3_600_000).optional(),
    contextTokens: tokens.optional(),
    maxOutputTokens: tokens.optional(),
    price: z
      .strictObject({
        input: usd.max(1_000_000),
        output: usd.max(1_000_000),
        cachedInput: usd.max(1_000_000).nullable().default(null),
      })
      .nullable()
      .optional(),
    tools: z.enum(['native', 'prompt']).optional(),
    canStream: z.boolean().optional(),
    canSee: z.boolean().optional(),
  })
  .refine(({ provider, baseUrl }) => provider !== 'openai-compatible' || baseUrl !== null, {
    path: ['baseUrl'],
    message: 'openai-compatible needs the address of its server',
  })
  .meta({ description: 'What is left out stays as it is, or as the config has it by default.' })
  .register(components, { id: 'ModelEntry' });
export type ModelEntry = z.output<typeof modelEntrySchema>;
export type ModelEntryInput = z.input<typeof modelEntrySchema>;

export const saveModel = defineContract({
  name: 'saveModel',
  method: 'PUT',
  path: '/api/v1/models/{name}',
  tag: 'catalogue',
  summary: 'Add a model, or change one',
  description:
    'Takes effect with the next call. It is stored in the override file, never in the config file; an entry of the config file is changed by laying these settings over it. A key is not taken along to another address: send it again with a new provider or baseUrl.',
  params: z.object({ name: modelName }),
  body: modelEntrySchema,
  results: { 200: { description: 'As it is now.', body: configuredModelSchema } },
  errors: ['data-folder-unusable'],
});

export const removeModel = defineContract({
  name: 'removeModel',
  method: 'DELETE',
  path: '/api/v1/models/{name}',
  tag: 'catalogue',
  summary: 'Take back what the studio set of a model',
  description: 'A model that the studio added is gone; one of the config file is again as the file has it.',
  params: z.object({ name: modelName }),
  results: { 204: { description: 'Done.' } },
  errors: ['not-found', 'data-folder-unusable'],
});

export const setDefaultModel = defineContract({
  name: 'setDefaultModel',
  method: 'PUT',
  path: '/api/v1/settings/default-model',
  tag: 'catalogue',
  summary: 'Say which model `default` means',
  body: z.strictObject({ name: modelName }),
  results: { 204: { description: 'From the next call on.' } },
  errors: ['data-folder-unusable'],
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
