import { z } from 'zod';
import {
  changeableSettingsSchema,
  embeddingEntrySchema,
  retentionEntrySchema,
  searchEntrySchema,
  toolSettingEntrySchema,
} from './changeable-settings.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const serverSettingsSchema = z
  .object({
    version: z.string(),
    dataFolder: z.string().meta({ description: 'Folder of the embedded database and of files.' }),
    configFile: z.string().nullable().meta({ description: 'Path of the config file; null if there is none.' }),
    overrideFile: z
      .string()
      .nullable()
      .meta({ description: 'File with the settings made in the studio; null if they are stored in the database.' }),
    database: z.enum(['embedded', 'server']),
    hasAdminToken: z.boolean().meta({ description: 'Whether requests need the administrator’s token.' }),
    hasOwnSecretKey: z.boolean().meta({ description: 'Whether secrets are encrypted with a key from the environment.' }),
    changeable: changeableSettingsSchema.meta({ description: 'Settings that apply at once and that the studio may change.' }),
    backups: z
      .object({ everyHours: z.number().positive(), keep: z.int().positive() })
      .nullable()
      .meta({ description: 'Interval of automatic backups and number of backups kept; null if there are none.' }),
    runsAtOnce: z.object({
      process: z.int().positive(),
      workspace: z.int().positive().nullable().meta({ description: 'Limit for all processes together; null for no limit.' }),
    }),
    limits: z.object({
      bodyBytes: z.int().positive(),
      fileBytes: z.int().positive(),
    }),
  })
  .register(components, { id: 'ServerSettings' });
export type ServerSettingsResource = z.output<typeof serverSettingsSchema>;
/** Settings that keep their value until the server starts again. */
export type ServerFacts = Omit<ServerSettingsResource, 'changeable'>;

export const getSettings = defineContract({
  name: 'getSettings',
  method: 'GET',
  path: '/api/v1/settings',
  tag: 'system',
  summary: 'Get the server settings',
  description:
    'Contains no secrets. All but `changeable` are read from the environment and the config file when the process starts.',
  results: { 200: { description: 'The settings.', body: serverSettingsSchema } },
  errors: [],
});

const applied = {
  200: { description: 'Applies to requests from now on; in other processes within two seconds.', body: changeableSettingsSchema },
} as const;
const refusals = ['setting-locked', 'data-folder-unusable'] as const;

const hostParams = z.object({
  host: z.string().min(3).max(300).meta({ description: '`host:port`, percent-encoded, such as `127.0.0.1%3A8080`.' }),
});

export const allowHost = defineContract({
  name: 'allowHost',
  method: 'PUT',
  path: '/api/v1/settings/http/allowed-hosts/{host}',
  tag: 'settings',
  summary: 'Allow a private host',
  description:
    'Nodes and tools may call this private address from now on. Idempotent. The error of a refused call has this value as `privateHost`.',
  params: hostParams,
  results: applied,
  errors: refusals,
});

export const disallowHost = defineContract({
  name: 'disallowHost',
  method: 'DELETE',
  path: '/api/v1/settings/http/allowed-hosts/{host}',
  tag: 'settings',
  summary: 'Disallow a private host',
  params: hostParams,
  results: applied,
  errors: refusals,
});

export const setSearch = defineContract({
  name: 'setSearch',
  method: 'PUT',
  path: '/api/v1/settings/search',
  tag: 'settings',
  summary: 'Set the search provider',
  description: 'The provider of the tool `web_search`. Another provider or address needs the API key again.',
  body: searchEntrySchema,
  results: applied,
  errors: [...refusals, 'not-found'],
});

export const removeSearch = defineContract({
  name: 'removeSearch',
  method: 'DELETE',
  path: '/api/v1/settings/search',
  tag: 'settings',
  summary: 'Remove the search provider',
  results: applied,
  errors: refusals,
});

const embeddingParams = z.object({
  name: z
    .string()
    .regex(/^[a-zA-Z0-9][\w.-]{0,99}$/, 'A name holds letters, digits, _, . and -')
    .meta({ description: 'The name under which knowledge bases choose it.' }),
});

export const setEmbedding = defineContract({
  name: 'setEmbedding',
  method: 'PUT',
  path: '/api/v1/settings/embeddings/{name}',
  tag: 'settings',
  summary: 'Set an embedding model',
  description:
    'Knowledge bases may choose it; the memory of users uses the first one. A change of the address needs the API key again. While the name is in use, its model cannot change: add the other model under another name.',
  params: embeddingParams,
  body: embeddingEntrySchema,
  results: applied,
  errors: refusals,
});

export const removeEmbedding = defineContract({
  name: 'removeEmbedding',
  method: 'DELETE',
  path: '/api/v1/settings/embeddings/{name}',
  tag: 'settings',
  summary: 'Remove an embedding model',
  description: 'Refused while a knowledge base uses it.',
  params: embeddingParams,
  results: applied,
  errors: ['not-found', ...refusals],
});

export const testEmbedding = defineContract({
  name: 'testEmbedding',
  method: 'POST',
  path: '/api/v1/settings/embeddings/{name}/test',
  tag: 'settings',
  summary: 'Test an embedding model',
  description: 'Embeds one short text.',
  params: embeddingParams,
  results: {
    200: {
      description: 'It answered.',
      body: z.object({ dimensions: z.int().positive(), durationMs: z.number().nonnegative() }),
    },
  },
  errors: ['not-found', 'knowledge-failed', 'rate-limited'],
});

export const setTool = defineContract({
  name: 'setTool',
  method: 'PUT',
  path: '/api/v1/settings/tools/{id}',
  tag: 'settings',
  summary: 'Set the policy of a tool',
  description: 'Whether the tool may be used, its risk, and whether its calls need an approval.',
  params: z.object({ id: z.string().min(1).max(200) }),
  body: toolSettingEntrySchema,
  results: applied,
  errors: ['not-found', ...refusals],
});

export const setRetention = defineContract({
  name: 'setRetention',
  method: 'PUT',
  path: '/api/v1/settings/retention',
  tag: 'settings',
  summary: 'Set how long runs are kept',
  description: 'Runs beyond the limits are deleted within an hour.',
  body: retentionEntrySchema,
  results: applied,
  errors: refusals,
});
