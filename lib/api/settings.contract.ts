import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const serverSettingsSchema = z
  .object({
    version: z.string(),
    dataFolder: z.string().meta({ description: 'Where the embedded database and files lie.' }),
    configFile: z.string().nullable().meta({ description: 'The config file that was read; null when there is none.' }),
    overrideFile: z
      .string()
      .nullable()
      .meta({ description: 'The file in which changes made in the studio are kept; null when they are in the database.' }),
    database: z.enum(['embedded', 'server']),
    hasAdminToken: z.boolean().meta({ description: 'Whether every request has to show the administrator’s token.' }),
    hasOwnSecretKey: z.boolean().meta({ description: 'Whether secrets are sealed with a key of the environment.' }),
    search: z.string().nullable().meta({ description: 'The search provider; null when none is configured.' }),
    privateHosts: z.array(z.string()).meta({ description: 'Addresses inside the network that nodes and tools may call.' }),
    retentionDays: z.number().positive().nullable().meta({ description: 'How long ended runs are kept; null for ever.' }),
    backups: z
      .object({ everyHours: z.number().positive(), keep: z.int().positive() })
      .nullable()
      .meta({ description: 'Those that the server takes by itself, and how many of them are kept; null when it takes none.' }),
    runsAtOnce: z.object({
      process: z.int().positive(),
      workspace: z
        .int()
        .positive()
        .nullable()
        .meta({ description: 'In all processes together; null for as many as there is room for.' }),
    }),
    limits: z.object({
      bodyBytes: z.int().positive(),
      fileBytes: z.int().positive(),
    }),
  })
  .register(components, { id: 'ServerSettings' });
export type ServerSettingsResource = z.output<typeof serverSettingsSchema>;

export const getSettings = defineContract({
  name: 'getSettings',
  method: 'GET',
  path: '/api/v1/settings',
  tag: 'system',
  summary: 'How this server is set up',
  description: 'Read only: settings come from the environment and the config file. No secret is in it.',
  results: { 200: { description: 'As it was started.', body: serverSettingsSchema } },
  errors: [],
});
