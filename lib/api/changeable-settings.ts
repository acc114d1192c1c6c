import { z } from 'zod';
import { missingBaseUrl, searchProviderSchema } from '../search/search-provider.ts';
import { baseUrlSchema } from './base-url.ts';
import { components } from './components.ts';

const sourceSchema = z.enum(['default', 'studio', 'file']).meta({
  description: 'Where the value is from. `file`: the config file, which locks the setting.',
});

const settingOf = <T extends z.ZodType>(value: T) =>
  z.object({ value, source: sourceSchema, key: z.string().meta({ description: 'Its key in the config file.' }) });

const approvalSchema = z
  .enum(['default', 'always', 'never'])
  .meta({ description: 'Whether calls need an approval: by the risk of the tool, always, or never.' });

const riskSchema = z
  .enum(['low', 'medium', 'high'])
  .nullable()
  .meta({ description: 'Risk of the tool, which decides about approvals; null for its own.' });

const searchSchema = z.object({
  provider: searchProviderSchema,
  host: z.string().nullable().meta({ description: 'Host of its API; null for the provider’s own.' }),
  baseUrl: z.string().nullable().meta({ description: 'Base URL if it was set in the studio, else null.' }),
  key: z.enum(['set', 'missing', 'not-needed']).meta({ description: 'Whether an API key is set. It is never returned.' }),
  credentialId: z.string().nullable().meta({ description: 'The credential that requests carry instead of a key.' }),
});

const embeddingSchema = z.object({
  name: z.string(),
  model: z.string().meta({ description: "The provider's own name of the model." }),
  host: z.string().meta({ description: 'Host of its API.' }),
  baseUrl: z.string().nullable().meta({ description: 'Base URL if it was set in the studio, else null.' }),
  hasKey: z.boolean().meta({ description: 'Whether an API key is set. It is never returned.' }),
  dimensions: z.int().nullable().meta({ description: 'Numbers of a vector, where they were chosen.' }),
  queryPrefix: z.string(),
  documentPrefix: z.string(),
  inputPrice: z.number().nullable().meta({ description: 'USD for a million tokens; null if it is not known.' }),
});
export type EmbeddingSetting = z.output<typeof embeddingSchema>;

export const changeableSettingsSchema = z
  .object({
    allowedHosts: settingOf(z.array(z.string())).meta({
      description: 'Private addresses that nodes and tools may call, each `host:port`.',
    }),
    search: settingOf(searchSchema.nullable()).meta({ description: 'The search provider; null if there is none.' }),
    embeddings: z.array(settingOf(embeddingSchema)).meta({ description: 'Embedding models of knowledge bases and memory.' }),
    tools: z.array(
      z.object({
        id: z.string(),
        isEnabled: settingOf(z.boolean()),
        approval: settingOf(approvalSchema),
        risk: settingOf(riskSchema),
      }),
    ),
    retentionDays: settingOf(z.number().positive().nullable()).meta({
      description: 'Days for which ended runs are kept; null for no limit.',
    }),
    runsOfWorkflow: settingOf(z.int().positive().nullable()).meta({
      description: 'Ended runs of each workflow that are kept; null for no limit.',
    }),
  })
  .register(components, { id: 'ChangeableSettings' });
/** Settings that apply at once and that the studio may change, unless the config file sets them. */
export type ChangeableSettings = z.output<typeof changeableSettingsSchema>;

const apiKeySchema = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .regex(/^[\x21-\x7e]*$/, 'The key holds a space, a line break or another character that no header can carry')
  .nullable()
  .optional()
  .meta({ description: 'Stored encrypted and never returned. Missing: the key is not changed. null: removes the key.' });

export const embeddingEntrySchema = z
  .strictObject({
    baseUrl: baseUrlSchema.meta({ description: 'Base URL of an OpenAI-compatible API, such as https://api.openai.com/v1.' }),
    model: z.string().trim().min(1).max(200),
    apiKey: apiKeySchema,
    dimensions: z.int().min(1).max(16_000).nullable().optional().meta({ description: 'Missing or null: as the model has them.' }),
    queryPrefix: z.string().max(500).optional().meta({ description: 'Before a question, for models that are trained with one.' }),
    documentPrefix: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'Before a passage, for models that are trained with one.' }),
    inputPrice: z
      .number()
      .nonnegative()
      .max(1_000_000)
      .nullable()
      .optional()
      .meta({ description: 'USD for a million tokens, for budgets and the cost of runs. Missing or null: not known.' }),
  })
  .register(components, { id: 'EmbeddingEntry' });
export type EmbeddingEntry = z.output<typeof embeddingEntrySchema>;

export const searchEntrySchema = z
  .strictObject({
    provider: searchProviderSchema,
    baseUrl: baseUrlSchema
      .nullable()
      .optional()
      .meta({ description: 'Base URL of the API. Required for searxng; null for the provider’s own.' }),
    apiKey: apiKeySchema,
    credentialId: z.string().min(1).max(100).nullable().optional().meta({
      description:
        'A credential that requests carry instead of a key, to its own hosts only. It replaces the key. Missing: not changed. null: removed.',
    }),
  })
  .check(({ value, issues }) => {
    const message = typeof value.baseUrl === 'string' ? undefined : missingBaseUrl(value.provider);
    if (message !== undefined) issues.push({ code: 'custom', path: ['baseUrl'], input: value.baseUrl, message });
  })
  .register(components, { id: 'SearchEntry' });
export type SearchEntry = z.output<typeof searchEntrySchema>;

export const toolSettingEntrySchema = z
  .strictObject({ isEnabled: z.boolean().optional(), approval: approvalSchema.optional(), risk: riskSchema.optional() })
  .meta({ description: 'Missing fields keep their value.' });
export type ToolSettingEntry = z.output<typeof toolSettingEntrySchema>;

export const retentionEntrySchema = z
  .strictObject({
    days: z.int().positive().max(36_500).nullable().optional().meta({ description: 'null for no limit.' }),
    runsOfWorkflow: z.int().positive().max(1_000_000).nullable().optional().meta({ description: 'null for no limit.' }),
  })
  .meta({ description: 'Missing fields keep their value.' });
export type RetentionEntry = z.output<typeof retentionEntrySchema>;
