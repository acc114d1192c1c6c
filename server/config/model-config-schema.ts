// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of the config file
import { z } from 'zod';
import { reasoningEffortSchema } from '#lib/interaction/reasoning-effort.ts';

/** USD for a million tokens. The bound keeps a slip of the pen from making sums that no column holds. */
export const usdSchema = z.number().nonnegative().max(1_000_000);

const priceSchema = z.strictObject({
  input: usdSchema.meta({ description: 'USD for a million prompt tokens.' }),
  output: usdSchema.meta({ description: 'USD for a million answer tokens.' }),
  cached_input: usdSchema
    .optional()
    .meta({ description: 'USD for a million prompt tokens the provider had cached. @defaultValue `input`' }),
  cache_write: usdSchema.optional().meta({
    description:
      'USD for a million prompt tokens the provider wrote into its cache. @defaultValue `input`, anthropic 1.25 times `input`',
  }),
  image: usdSchema.optional().meta({ description: 'USD for one image, for models that are paid by the image.' }),
  speech: usdSchema.optional().meta({ description: 'USD for a million characters that are spoken.' }),
  audio_minute: usdSchema.optional().meta({ description: 'USD for a minute of audio that is transcribed.' }),
});

const rateLimitSchema = z.strictObject({
  requests_per_minute: z.int().positive().optional(),
  tokens_per_minute: z.int().positive().optional(),
});

export const modelProviderSchema = z.enum(['openai', 'openai-compatible', 'anthropic', 'google', 'demo']);
export type ModelProvider = z.output<typeof modelProviderSchema>;

export const apiKeySchema = z
  .string()
  .trim()
  // fetch includes an invalid header value in its error, which callers of a workflow can see.
  .regex(/^[\x20-\x7e]*$/, 'The key holds a line break or another character that no header can carry')
  .optional()
  .meta({ description: 'Write ${NAME} here and keep the key itself in the environment.' });

/** One entry under `models`. Names are as in the file. */
/** Of services whose requests may carry a credential instead of a key. */
export const credentialIdSchema = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'Id of a credential of the workspace that requests carry instead of a key.' });

export const modelConfigSchema = z
  .strictObject({
    enable: z.boolean().default(true).meta({ description: 'Whether the model may be used.' }),
    provider: modelProviderSchema.meta({ description: 'Whose API is spoken.' }),
    base_url: z
      .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
      .optional()
      .meta({ description: 'Where the API is. Required for openai-compatible; the others know their own.' }),
    api_key: apiKeySchema,
    credential: credentialIdSchema,
    model: z.string().min(1).meta({ description: "The provider's own name of the model." }),
    temperature: z.number().min(0).max(2).default(0.7),
    timeout_s: z
      .number()
      .positive()
      .max(3600)
      .default(60)
      .meta({ description: 'Timeout without a byte from the provider, in seconds.' }),
    retry: z.int().min(0).max(10).default(2).meta({ description: 'Further attempts after a failed call or a dropped stream.' }),
    max_rounds: z.int().positive().default(10),
    max_context: z.int().positive().default(128_000).meta({ description: 'Tokens the model can read.' }),
    max_output: z.int().positive().default(4096).meta({ description: 'Tokens one answer may have.' }),
    support_vision: z.boolean().default(false),
    reasoning_effort: reasoningEffortSchema.optional().meta({
      description: 'How much it reasons before it answers, where a node does not say. @defaultValue the default of its provider',
    }),
    support_reasoning: z.boolean().optional().meta({
      description:
        'Whether it takes a reasoning effort. @defaultValue true, for openai-compatible whether `reasoning_effort` is set',
    }),
    support_json_schema: z.boolean().optional().meta({
      description: 'Whether the server takes a JSON Schema for its answer. @defaultValue true, for openai-compatible false',
    }),
    stream: z.boolean().default(true),
    stream_include_usage: z.boolean().default(true),
    history_compaction_ratio: z.number().min(0).max(1).default(0.8),
    history_compaction_reset: z.enum(['zero', 'kept']).default('zero'),
    stop: z.array(z.string().min(1)).max(4).optional().meta({ description: 'Texts that end the answer.' }),
    prompt_cache: z.boolean().default(true).meta({
      description: 'Whether requests mark what the provider may cache, for providers that want marks: anthropic.',
    }),
    rate_limit: rateLimitSchema.optional(),
    price: priceSchema.optional(),
    toolProtocol: z.enum(['native', 'prompt']).default('native'),
    mock_if_unconfigured: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the demo model may answer while no model has a key.' }),
  })
  .check(({ value, issues }) => {
    if (value.reasoning_effort === undefined || value.support_reasoning !== false) return;
    issues.push({
      code: 'custom',
      path: ['reasoning_effort'],
      input: value.reasoning_effort,
      message: 'Leave it out, or set support_reasoning to true',
    });
  })
  .check(({ value, issues }) => {
    if (value.credential === undefined || !value.api_key) return;
    issues.push({
      code: 'custom',
      path: ['credential'],
      input: value.credential,
      message: 'Leave it out, or leave out api_key: a request carries one of both',
    });
  })
  .check(({ value, issues }) => {
    if (value.provider !== 'openai-compatible' || value.base_url !== undefined || !value.enable) return;
    issues.push({
      code: 'custom',
      path: ['base_url'],
      input: undefined,
      message: 'openai-compatible needs the address of its server',
    });
  });
export type ModelConfig = z.output<typeof modelConfigSchema>;
