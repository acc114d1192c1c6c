import { z } from 'zod';
import { reasoningEffortSchema } from '../interaction/reasoning-effort.ts';
import { nodeErrorSchema, tokenUsageSchema } from '../run/event-parts.ts';
import { baseUrlSchema } from './base-url.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const identity = {
  name: z.string().meta({ description: 'Name for the `model` field of a node.' }),
  provider: z.string(),
  modelId: z.string(),
  isDefault: z.boolean(),
  isDemo: z
    .boolean()
    .meta({ description: 'The demo model, which returns generated text. It exists while no model is configured.' }),
  contextTokens: z.int().positive().meta({ description: 'Tokens that the model can read.' }),
};
const modelInfoSchema = z.object(identity).register(components, { id: 'Model' });

export const listModels = defineContract({
  name: 'listModels',
  method: 'GET',
  path: '/api/v1/models',
  tag: 'catalogue',
  summary: 'List models',
  results: {
    200: {
      description: 'All models that workflows may use. API keys are never returned.',
      body: z.object({ items: z.array(modelInfoSchema) }),
    },
  },
  errors: [],
});

const usd = z.number().nonnegative().meta({ description: 'USD per million tokens.' });
const configuredModelSchema = z
  .object({
    ...identity,
    whyNot: z
      .enum(['disabled', 'key-missing'])
      .nullable()
      .meta({ description: 'Why the model cannot be called; null if it can.' }),
    key: z
      .enum(['set', 'missing', 'not-needed'])
      .meta({ description: 'Whether an API key is set. The key itself is never returned.' }),
    credentialId: z.string().nullable().meta({ description: 'The credential that its requests carry instead of a key.' }),
    origin: z.enum(['file', 'studio', 'changed', 'built-in']).meta({
      description:
        'Where it is configured: `file` the config file, `studio` the studio, `changed` the config file with changes from the studio.',
    }),
    host: z.string().nullable().meta({ description: 'Host of the API; null for the provider’s default.' }),
    baseUrl: z.string().nullable().meta({ description: 'Base URL of the API if it was set in the studio, else null.' }),
    temperature: z.number(),
    maxOutputTokens: z.int().positive(),
    timeoutMs: z.number().positive(),
    price: z.object({ input: usd, output: usd, cachedInput: usd.nullable() }).nullable(),
    tools: z
      .enum(['native', 'prompt'])
      .meta({ description: '`native`: the model supports tool calls. `prompt`: tools are described in the prompt.' }),
    canStream: z.boolean(),
    canSee: z.boolean(),
    reasoningEffort: reasoningEffortSchema
      .nullable()
      .meta({ description: 'Where a node names none; null for the default of the provider.' }),
  })
  .register(components, { id: 'ConfiguredModel' });
export type ConfiguredModelResource = z.output<typeof configuredModelSchema>;

export const listConfiguredModels = defineContract({
  name: 'listConfiguredModels',
  method: 'GET',
  path: '/api/v1/models/configured',
  tag: 'catalogue',
  summary: 'List configured models',
  results: {
    200: {
      description: 'All configured models, including those that cannot be called.',
      body: z.object({ items: z.array(configuredModelSchema) }),
    },
  },
  errors: [],
});

const modelProviders = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export type ModelProvider = (typeof modelProviders)[number];

const reservedNames = ['default', 'demo'];
const modelName = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9][\w.-]*$/, 'A model name holds letters, digits, _, . and -, and begins with a letter or digit')
  .refine((name) => !reservedNames.includes(name), `${reservedNames.join(' and ')} are reserved names`);

const modelUrlSchema = baseUrlSchema.meta({
  description: 'Base URL of the API including its version. Required for openai-compatible; null for the provider’s default.',
});
const tokens = z.int().positive().max(100_000_000);

const modelEntrySchema = z
  .strictObject({
    provider: z.enum(modelProviders),
    modelId: z.string().trim().min(1).max(200).meta({ description: "The provider's own name of the model." }),
    baseUrl: modelUrlSchema.nullable().optional(),
    apiKey: z
      .string()
      .trim()
      .min(1)
      .max(4000)
      .regex(/^[\x20-\x7e]*$/, 'The key holds a line break or another character that no header can carry')
      .nullable()
      .optional()
      .meta({ description: 'Stored encrypted and never returned. Missing: the key is not changed. null: removes the key.' }),
    credentialId: z.string().min(1).max(100).nullable().optional().meta({
      description:
        'A credential that requests carry instead of a key, to its own hosts only. It replaces the key. Missing: not changed. null: removed.',
    }),
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
    reasoningEffort: reasoningEffortSchema.nullable().optional().meta({ description: 'null: the default of the provider.' }),
  })
  .refine(({ apiKey, credentialId }) => !apiKey || !credentialId, {
    path: ['credentialId'],
    message: 'A model has a key or a credential: leave out one of both',
  })
  .refine(({ provider, baseUrl }) => provider !== 'openai-compatible' || baseUrl !== null, {
    path: ['baseUrl'],
    message: 'openai-compatible needs the address of its server',
  })
  .meta({ description: 'Missing fields keep their value, or get the default of the config.' })
  .register(components, { id: 'ModelEntry' });
export type ModelEntry = z.output<typeof modelEntrySchema>;
export type ModelEntryInput = z.input<typeof modelEntrySchema>;

export const saveModel = defineContract({
  name: 'saveModel',
  method: 'PUT',
  path: '/api/v1/models/{name}',
  tag: 'catalogue',
  summary: 'Create or update a model',
  description:
    'Takes effect with the next call. The settings are stored in the override file, and override those of the config file, which is never written. A new provider or baseUrl needs the API key again.',
  params: z.object({ name: modelName }),
  body: modelEntrySchema,
  results: { 200: { description: 'The model with its settings.', body: configuredModelSchema } },
  errors: ['not-found', 'data-folder-unusable'],
});

export const removeModel = defineContract({
  name: 'removeModel',
  method: 'DELETE',
  path: '/api/v1/models/{name}',
  tag: 'catalogue',
  summary: 'Reset a model',
  description:
    'Removes the settings made in the studio: deletes a model that was added there, resets a model of the config file.',
  params: z.object({ name: modelName }),
  results: { 204: { description: 'Reset.' } },
  errors: ['not-found', 'data-folder-unusable'],
});

export const setDefaultModel = defineContract({
  name: 'setDefaultModel',
  method: 'PUT',
  path: '/api/v1/settings/default-model',
  tag: 'catalogue',
  summary: 'Set the default model',
  body: z.strictObject({ name: modelName }),
  results: { 204: { description: 'Takes effect with the next call.' } },
  errors: ['data-folder-unusable'],
});

const modelTrialSchema = z
  .object({
    ok: z.boolean(),
    text: z.string().meta({ description: 'The beginning of the response.' }),
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
  summary: 'Test a model',
  description:
    'Makes a real call with few tokens, which the provider may charge for. Timeout: 20 seconds. If the call fails, the response is 200 with `ok: false`.',
  params: z.object({ name: z.string().min(1).max(200) }),
  results: { 200: { description: 'The result of the call.', body: modelTrialSchema } },
  errors: ['model-not-found'],
});

export const tryModel = defineContract({
  name: 'tryModel',
  method: 'POST',
  path: '/api/v1/models/{name}/try',
  tag: 'catalogue',
  summary: 'Test the settings of a model',
  description:
    'Like `testModel`, with the settings that `saveModel` would store. Nothing is stored, so that wrong settings replace no model that works.',
  params: z.object({ name: modelName }),
  body: modelEntrySchema,
  results: { 200: { description: 'The result of the call.', body: modelTrialSchema } },
  errors: ['not-found', 'model-not-found'],
});

const offeredModelsSchema = z
  .object({
    items: z.array(
      z.object({
        id: z.string().meta({ description: "The provider's own name of the model, as `modelId`." }),
        title: z.string().nullable(),
        contextTokens: z.int().positive().nullable(),
        price: z
          .object({ input: usd, output: usd })
          .nullable()
          .meta({ description: 'USD per million tokens, if the endpoint says it.' }),
      }),
    ),
    problem: z.string().nullable().meta({ description: 'Why the endpoint gave no list; null if it did.' }),
  })
  .register(components, { id: 'OfferedModels' });
export type OfferedModelsResource = z.output<typeof offeredModelsSchema>;

export const listOfferedModels = defineContract({
  name: 'listOfferedModels',
  method: 'POST',
  path: '/api/v1/models/{name}/offered',
  tag: 'catalogue',
  summary: 'List the models of a provider',
  description:
    'Asks the endpoint that these settings name for its models (`GET /models`), with the key or credential of the settings. Missing settings are those of the stored model. Nothing is stored. Timeout: 15 seconds.',
  params: z.object({ name: modelName }),
  body: z.strictObject({
    provider: modelEntrySchema.shape.provider,
    baseUrl: modelEntrySchema.shape.baseUrl,
    apiKey: modelEntrySchema.shape.apiKey,
    credentialId: modelEntrySchema.shape.credentialId,
  }),
  results: { 200: { description: 'The models, in the order of the endpoint.', body: offeredModelsSchema } },
  errors: ['not-found'],
});
