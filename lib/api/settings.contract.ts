import { z } from 'zod';
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
    search: z.string().nullable().meta({ description: 'The search provider; null if none is configured.' }),
    privateHosts: z.array(z.string()).meta({ description: 'Private addresses that nodes and tools may call.' }),
    retentionDays: z
      .number()
      .positive()
      .nullable()
      .meta({ description: 'Days for which ended runs are kept; null for no limit.' }),
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

export const getSettings = defineContract({
  name: 'getSettings',
  method: 'GET',
  path: '/api/v1/settings',
  tag: 'system',
  summary: 'Get the server settings',
  description: 'Settings from the environment and the config file, without secrets. Read-only.',
  results: { 200: { description: 'The settings at the start of the process.', body: serverSettingsSchema } },
  errors: [],
});
