// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of the config file
import { z } from 'zod';
import { languages } from '#lib/i18n/language.ts';
import { onBudgetSchema } from '#lib/ports/budget-book.ts';
import { ENVIRONMENT_NAME, sandboxWalls } from '#lib/ports/sandbox.ts';
import { missingBaseUrl, searchProviderSchema } from '#lib/search/search-provider.ts';
import { hostPatternSchema } from '#lib/tools/granted-hosts.ts';
import { isAllowedHost } from '../fetch/address-rules.ts';
import { isNetwork } from '../limits/client-address.ts';
import { hostHeaderSchema, publicUrlSchema } from './environment.ts';
import { apiKeySchema, credentialIdSchema, modelConfigSchema, usdSchema } from './model-config-schema.ts';

const hostAndPort = z
  .string()
  .regex(/^(\[[0-9a-fA-F:.]+\]|[^\s:/@[\]]+):\d{1,5}$/, { error: 'Write host:port, as in 127.0.0.1:8080', abort: true })
  .refine(isAllowedHost, 'It is not one host and one port');

export const httpConfigSchema = z.strictObject({
  allowed_private_hosts: z
    .array(hostAndPort)
    .default([])
    .meta({ description: 'Addresses inside the network that http nodes may call, each host:port.' }),
});

export const i18nConfigSchema = z
  .strictObject({
    default_language: z.enum(languages).default('en').meta({ description: 'For those who ask for none that is supported.' }),
    supported_languages: z
      .array(z.enum(languages))
      .min(1)
      .default([...languages])
      .meta({ description: 'Languages of the pages and of the API’s errors. Others are not offered.' }),
    aliases: z.record(z.string().min(1).max(100), z.enum(languages)).default({}).meta({
      description: 'Other tags for a supported language, as in yue: zh-CN; `zh`, `zh-hans` and `zh-hant` are built in.',
    }),
  })
  .check(({ value, issues }) => {
    if (value.supported_languages.includes(value.default_language)) return;
    issues.push({
      code: 'custom',
      path: ['default_language'],
      input: value.default_language,
      message: `Write one of ${value.supported_languages.join(', ')}`,
    });
  });

/** One entry under `tools`, by tool id. */
export const toolConfigSchema = z.strictObject({
  enabled: z.boolean().default(true).meta({ description: 'Whether models and workflows may use the tool.' }),
  approval: z.enum(['default', 'always', 'never']).default('default').meta({
    description: 'When a person has to approve a call: according to the risk of the tool, each time, or never.',
  }),
  risk: z.enum(['low', 'medium', 'high']).optional().meta({
    description:
      "Instead of the tool's own risk: `low` runs, `medium` needs an approval that can be remembered, `high` one for each call.",
  }),
});

const commandsConfigSchema = z.strictObject({
  allow_commands: z
    .array(z.string().regex(/^(\*|[\w][\w.+-]{0,99})$/, 'Write the name of a program, as in git, or *'))
    .max(200)
    .default([])
    .meta({
      description:
        'Programs that the tool execute_command may start, by name. `*`: any program and the shell. They run as the user of the server, outside the sandbox. Empty: the tool is off.',
    }),
});

export const searchConfigSchema = z
  .strictObject({
    provider: searchProviderSchema.meta({ description: 'Whose API is spoken.' }),
    base_url: z
      .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
      .optional()
      .meta({ description: 'Where the API is. Required for searxng. @defaultValue that of the provider' }),
    api_key: apiKeySchema,
    credential: credentialIdSchema,
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
    const message = value.base_url === undefined ? missingBaseUrl(value.provider) : undefined;
    if (message !== undefined) issues.push({ code: 'custom', path: ['base_url'], input: undefined, message });
  });
export type SearchConfig = z.output<typeof searchConfigSchema>;

/** A bucket of any service that speaks the S3 protocol. */
const s3ConfigSchema = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
    .refine((url) => !URL.parse(url)?.username, 'It has no name and password: use access_key_id and secret_access_key')
    .meta({ description: 'Address of the service, as https://s3.eu-central-1.amazonaws.com.' }),
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,62}$/, 'It is the name of a bucket')
    .meta({ description: 'Its name.' }),
  region: z.string().min(1).max(100).default('auto').meta({ description: 'As the service calls it.' }),
  access_key_id: z.string().min(1).max(200),
  secret_access_key: z
    .string()
    .min(1)
    .max(500)
    .meta({ description: 'Write ${NAME} here and keep the key itself in the environment.' }),
  prefix: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'It consists of names that end with /, as in threadloom/')
    .max(200)
    .default('')
    .meta({ description: 'Before the name of every object, as threadloom/.' }),
});

export const filesConfigSchema = z.strictObject({
  deny_globs: z
    .array(z.string().min(1).max(500))
    .max(200)
    .default([])
    .meta({ description: 'Files of workspaces that tools neither read nor write, as "*.key" or "secrets/**".' }),
  max_file_bytes: z
    .int()
    .positive()
    .max(1_000_000_000)
    .default(10_000_000)
    .meta({ description: 'The largest file that tools read or write.' }),
  max_upload_bytes: z
    .int()
    .positive()
    .max(1_000_000_000_000)
    .default(5_000_000_000)
    .meta({ description: 'The largest file that can be uploaded.' }),
  visitor_file_bytes: z.int().positive().max(20_000_000).default(10_000_000).meta({
    description: 'The largest file that a visitor of a chat page can send; the files of one request have twice as many.',
  }),
  visitor_bytes_per_day: z.int().min(100_000_000).max(1_000_000_000_000).default(1_000_000_000).meta({
    description:
      'What visitors of one chat page, and senders of one form or open webhook, can send in a day; all of them twice as many.',
  }),
  key_bytes_per_day: z
    .int()
    .min(1_000_000)
    .max(1_000_000_000_000_000)
    .default(20_000_000_000)
    .meta({ description: 'What can be uploaded with one key in a day.' }),
  s3: s3ConfigSchema.optional().meta({
    description: 'The content of files is stored there and not in the data folder, so that several machines share it.',
  }),
});
export type FilesConfig = z.output<typeof filesConfigSchema>;

/** Where code runs that is not to run on this machine. */
export const remoteSandboxConfigSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'Write where it runs, as http://10.0.0.7:3100' })
    .refine((url) => !URL.parse(url)?.username, 'It has no name and password: use token')
    .meta({ description: 'Where `npm run sandbox` listens.' }),
  token: z
    .string()
    .regex(/^\S+$/, 'It may hold no spaces')
    .min(16)
    .meta({ description: 'What that one was started with as THREADLOOM_SANDBOX_TOKEN.' }),
});

export const sandboxConfigSchema = z.strictObject({
  remote: remoteSandboxConfigSchema.optional().meta({ description: 'Code runs there and not on this machine.' }),
  required_walls: z.array(z.enum(sandboxWalls)).default([]).meta({
    description:
      'Walls without which no code is run on this machine, as `[system-call-filter, network-namespace]`. Which there are: `GET /api/v1/health`.',
  }),
  tool_hosts: z.array(hostPatternSchema).max(20).default([]).meta({
    description:
      'Hosts that the tool code_execute may call, as api.example.com or *.example.com. Code that a model wrote then reaches them.',
  }),
  environment: z
    .record(z.string().regex(ENVIRONMENT_NAME, 'Write the name of a variable, as in API_TOKEN'), z.string().max(10_000))
    .default({})
    .meta({
      description:
        'Values that code nodes may be granted by name, as in `API_TOKEN: ${API_TOKEN}`. Everyone who may edit workflows can read them.',
    }),
});

/** One entry under `graphs`. */
export const graphConfigSchema = z.strictObject({
  module: z.string().min(1).max(1000).meta({
    description:
      'Module that exports the graph: a path, which counts from the folder of the config file, or a package installed there. It runs inside the server, with all its rights.',
  }),
  export: z
    .string()
    .min(1)
    .max(200)
    .default('graph')
    .meta({ description: 'Name of the export: a StateGraph, compiled or not, or a function that returns one.' }),
});

/** One entry under `tool_modules`. */
export const toolModuleConfigSchema = z.strictObject({
  module: z.string().min(1).max(1000).meta({
    description:
      'Module that exports tools: a path, which counts from the folder of the config file, or a package installed there. It runs inside the server, with all its rights.',
  }),
  export: z.string().min(1).max(200).default('default').meta({
    description:
      'Name of the export: a tool of LangChain or of the AI SDK, a list or an object of them, or a function that returns one of these.',
  }),
  risk: z.enum(['low', 'medium', 'high']).default('medium').meta({ description: 'Of each of its tools.' }),
  effects: z.enum(['read', 'write']).default('write').meta({ description: 'Whether its calls change something.' }),
  timeout_s: z.number().positive().max(3600).default(60).meta({ description: 'Time limit of one call, in seconds.' }),
});
export type ToolModuleConfig = z.output<typeof toolModuleConfigSchema>;

/** What all runs of a workspace may use of models on one day, in UTC. */
export const dayLimitsConfigSchema = z.strictObject({
  max_cost_usd: z
    .number()
    .positive()
    .optional()
    .meta({ description: 'USD that model calls of one day may cost; models without a price count for nothing.' }),
  max_tokens: z.int().positive().optional().meta({ description: 'Model tokens that one day may use.' }),
  on_budget: onBudgetSchema.default('stop').meta({
    description: '`stop`: a run that needs more fails. `ask`: it waits for a person, who may raise the limit of that day.',
  }),
});
export const limitsConfigSchema = z.strictObject({ day: dayLimitsConfigSchema.optional() });

/** Streams of events that are open at once in one process. */
const streamsConfigSchema = z.strictObject({
  max_per_key: z.int().positive().max(100_000).default(100).meta({ description: 'Open streams of events with one key.' }),
  max_per_run: z.int().positive().max(100_000).default(100).meta({ description: 'Open streams of events of one run.' }),
  max: z.int().positive().max(100_000).default(1000).meta({
    description: 'Open streams of events in one process. Further ones are answered with 429 and `retry-after`.',
  }),
});

const mcpCommandSchema = z.strictObject({
  command: z.string().min(1).max(1000).meta({ description: 'The program, as `npx` or an absolute path.' }),
  args: z.array(z.string().max(10_000)).max(100).default([]),
  env: z.record(z.string().min(1).max(200), z.string().max(10_000)).default({}).meta({
    description: 'Its environment, besides PATH, HOME and the like. Write ${NAME} to keep a secret out of the file.',
  }),
  cwd: z.string().min(1).max(1000).optional().meta({ description: 'Its folder. @defaultValue that of the server' }),
});

export type McpCommandConfig = z.output<typeof mcpCommandSchema>;

export const mcpConfigSchema = z.strictObject({
  commands: z
    .record(z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'Write lowercase letters, digits, - and _'), mcpCommandSchema)
    .default({})
    .meta({
      description:
        'MCP servers that run as processes of this machine, by name. Workspaces choose from this list only; what such a process may do, it does with the rights of the server.',
    }),
});

const endpointUrlSchema = z
  .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
  .meta({ description: 'Where the API is, as https://api.openai.com/v1.' });
const endpointTimeoutSchema = z
  .number()
  .positive()
  .max(600)
  .default(60)
  .meta({ description: 'Timeout of one request, in seconds.' });

/** One entry under `knowledge.embeddings`. */
const embeddingConfigSchema = z.strictObject({
  base_url: endpointUrlSchema,
  api_key: apiKeySchema,
  model: z.string().min(1).max(200).meta({ description: "The provider's own name of the model." }),
  dimensions: z.int().min(1).max(16_000).optional().meta({
    description: 'Numbers of a vector, for models that let it be chosen. @defaultValue as the model has them',
  }),
  batch_size: z.int().min(1).max(2048).default(64).meta({ description: 'Texts in one request.' }),
  query_prefix: z.string().max(500).default('').meta({ description: 'Before a question, for models that are trained with one.' }),
  document_prefix: z
    .string()
    .max(500)
    .default('')
    .meta({ description: 'Before a passage, for models that are trained with one.' }),
  price: z
    .strictObject({ input: usdSchema.meta({ description: 'USD for a million tokens.' }) })
    .optional()
    .meta({ description: 'What it costs, for budgets and the cost of runs. @defaultValue unknown: its tokens alone count' }),
  timeout_s: endpointTimeoutSchema,
});
export type EmbeddingConfig = z.output<typeof embeddingConfigSchema>;

/** One entry under `knowledge.rerankers`. */
const rerankerConfigSchema = z.strictObject({
  base_url: endpointUrlSchema,
  api_key: apiKeySchema,
  model: z.string().min(1).max(200).meta({ description: "The provider's own name of the model." }),
  price: z
    .strictObject({
      input: usdSchema.optional().meta({ description: 'USD for a million tokens.' }),
      search: usdSchema.optional().meta({ description: 'USD for a thousand searches, for servers that charge by them.' }),
    })
    .optional()
    .meta({ description: 'What it costs, for budgets and the cost of runs. @defaultValue unknown: its tokens alone count' }),
  timeout_s: endpointTimeoutSchema,
});
export type RerankerConfig = z.output<typeof rerankerConfigSchema>;

const endpointName = z.string().regex(/^[a-zA-Z0-9][\w.-]{0,99}$/, 'A name holds letters, digits, _, . and -');
const knowledgeConfigSchema = z.strictObject({
  embeddings: z
    .record(endpointName, embeddingConfigSchema)
    .default({})
    .meta({ description: 'Embedding models that knowledge bases may choose, by name: any OpenAI-compatible `/embeddings`.' }),
  rerankers: z
    .record(endpointName, rerankerConfigSchema)
    .default({})
    .meta({ description: 'Models that order passages, by name: a `/rerank` as of Cohere, Jina, vLLM and others.' }),
});
export type KnowledgeConfig = z.output<typeof knowledgeConfigSchema>;

/** The config file. Everything may be left out. */
export const configSchema = z.strictObject({
  models: z
    .record(z.string().regex(/^[a-zA-Z0-9][\w.-]*$/, 'A model name holds letters, digits, _, . and -'), modelConfigSchema)
    .default({}),
  default_model: z
    .string()
    .optional()
    .meta({ description: 'Which of `models` is meant by `default`. @defaultValue the first that can be used' }),
  public_url: publicUrlSchema
    .optional()
    .meta({ description: 'Where people and programs reach the server through a proxy, as https://studio.example.com.' }),
  allowed_hosts: z
    .array(hostHeaderSchema)
    .max(100)
    .default([])
    .meta({ description: 'Further values of the Host header to accept, as studio.example.com or localhost:8080.' }),
  http: httpConfigSchema.prefault({}),
  tools: z.record(z.string().min(1).max(200), toolConfigSchema).default({}),
  search: searchConfigSchema.optional(),
  files: filesConfigSchema.prefault({}),
  commands: commandsConfigSchema.prefault({}),
  sandbox: sandboxConfigSchema.prefault({}),
  mcp: mcpConfigSchema.prefault({}),
  knowledge: knowledgeConfigSchema.prefault({}),
  graphs: z
    .record(
      z.string().regex(/^[a-zA-Z0-9][\w.-]{0,99}$/, 'A name of a graph holds letters, digits, _, . and -'),
      graphConfigSchema,
    )
    .default({}),
  tool_modules: z
    .record(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9_-]{0,39}$/,
          'A name of a tool module begins with a lowercase letter and holds lowercase letters, digits, _ and -',
        )
        .refine((name) => !['workflow', 'knowledge'].includes(name), 'workflow and knowledge are names of other tools'),
      toolModuleConfigSchema,
    )
    .default({}),
  retention_days: z
    .number()
    .max(36_500)
    .default(30)
    .meta({ description: 'Runs that ended longer ago are deleted with their logs. 0 or less: never.' }),
  max_history_items: z.int().max(1_000_000).default(0).meta({
    description: 'Ended runs that are kept of each workflow, the newest; the others are deleted with their logs. 0 or less: all.',
  }),
  backup_every_hours: z
    .number()
    .nonnegative()
    .max(8760)
    .default(0)
    .meta({ description: 'Hours between two backups that the server takes by itself. 0: none.' }),
  backup_keep: z
    .int()
    .positive()
    .max(1000)
    .default(7)
    .meta({ description: 'How many of those backups are kept; older ones are deleted.' }),
  backup_folder: z.string().min(1).optional().meta({
    description: 'Where backups are written, best on another disk. @defaultValue `backups` in the data folder',
  }),
  i18n: i18nConfigSchema.prefault({}),
  limits: limitsConfigSchema.prefault({}),
  streams: streamsConfigSchema.prefault({}),
  trusted_proxies: z
    .array(z.string().refine(isNetwork, 'Write an address, or a network as 10.0.0.0/8'))
    .max(100)
    .default([])
    .meta({
      description: 'Addresses of the proxies in front of the server, whose `X-Forwarded-For` has the address of a client.',
    }),
  max_active_sessions: z
    .int()
    .positive()
    .max(1000)
    .default(30)
    .meta({ description: 'Runs at once in one process that runs workflows. Further ones are queued.' }),
  max_active_sessions_per_workspace: z.int().nonnegative().default(0).meta({
    description: 'Runs of one workspace at once, in all processes together; 0 for as many as there is room for.',
  }),
});
export type Config = z.output<typeof configSchema>;
