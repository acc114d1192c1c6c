import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { KEY_PREFIX, WORKSPACE_KEY_PREFIX } from '../auth/api-key.ts';
import { isBlockedPort } from './blocked-ports.ts';

/** An empty variable counts as one that is not set, as people leave them in compose files. */
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional());
const ON = ['1', 'true', 'on', 'yes'];
const OFF = ['0', 'false', 'off', 'no', ''];
const flag = z.preprocess((value) => {
  const given = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return ON.includes(given) || (OFF.includes(given) ? false : value);
}, z.boolean('Write on or off'));

/** In the folder that the process is started in. */
export const DEFAULT_DATA_DIR = '.data';
/** In the data folder. */
const DEFAULT_OVERRIDE_FILE = 'config.override.yaml';
const MIN_TOKEN_LENGTH = 16;
/** Variables whose values are never written into messages. */
const secrets: readonly string[] = ['THREADLOOM_ADMIN_TOKEN', 'THREADLOOM_SANDBOX_TOKEN', 'DATABASE_URL', 'REDIS_URL'];
const port = z.coerce.number().int().min(0).max(65_535);
/** Characters that a header transmits unchanged. */
const visibleAscii = /^[\x21-\x7e]+$/;
const token = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.string().regex(visibleAscii, 'It may hold no spaces and nothing but ASCII').min(MIN_TOKEN_LENGTH).optional(),
);
/** A bearer token that begins like a key is looked up as one, so that this token would open nothing. */
const adminToken = token.refine(
  (value) => !value?.startsWith(KEY_PREFIX) && !value?.startsWith(WORKSPACE_KEY_PREFIX),
  `It may not begin with ${KEY_PREFIX} or ${WORKSPACE_KEY_PREFIX}, as keys do`,
);

/** An origin: the pages are at the root of their host. */
export const publicUrlSchema = z
  .url({ protocol: /^https?$/, error: 'Write an address that begins with https:// or http://' })
  .refine(
    (url) => ['', '/'].includes(url.replace(URL.parse(url)?.origin ?? url, '')),
    'It may have no path: write https://studio.example.com',
  )
  .refine(
    (url) => !isBlockedPort(Number(URL.parse(url)?.port || 443)),
    'Browsers refuse its port: choose another one, such as 8443',
  );
/** As in a `Host` header. */
export const hostHeaderSchema = z
  .string()
  .regex(
    /^(\[[0-9a-fA-F:.]+\]|[\w.-]+)(:\d{1,5})?$/,
    'Write a host with its port if it is not the usual one, as in studio.example.com',
  );
const hostHeaders = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? value.split(',').map((host) => host.trim()) : undefined),
  z.array(hostHeaderSchema).optional(),
);

/** What is read of the environment; `docs/configuration.md` says of each what it does. */
export const variablesSchema = z.object({
  PORT: z.preprocess((value) => (value === '' ? undefined : value), port.default(3000)),
  HOST: text,
  PUBLIC_URL: z.preprocess((value) => (value === '' ? undefined : value), publicUrlSchema.optional()),
  NODE_ENV: text,
  DATABASE_URL: text,
  REDIS_URL: z.preprocess((value) => (value === '' ? undefined : value), z.url({ protocol: /^rediss?$/ }).optional()),
  THREADLOOM_DATA_DIR: text,
  THREADLOOM_CONFIG_PATH: text,
  THREADLOOM_CONFIG_OVERRIDE_PATH: text,
  THREADLOOM_DEV: flag,
  THREADLOOM_HEADLESS: flag,
  THREADLOOM_LOG_LEVEL: z.preprocess((value) => (value === '' ? undefined : value), z.enum(['info', 'warn', 'error']).optional()),
  THREADLOOM_WORKER_PORT: z.preprocess((value) => (value === '' ? undefined : value), port.optional()),
  THREADLOOM_SANDBOX_PORT: z.preprocess((value) => (value === '' ? undefined : value), port.default(3100)),
  THREADLOOM_SANDBOX_TOKEN: token,
  THREADLOOM_SECRET_KEY: text,
  THREADLOOM_ADMIN_TOKEN: adminToken,
  THREADLOOM_ALLOWED_HOSTS: hostHeaders,
});

const environmentSchema = variablesSchema.transform((variables) => ({
  port: variables.PORT,
  host: variables.HOST ?? '127.0.0.1',
  /** Where people and programs reach the server, if not at its own address. */
  publicUrl: variables.PUBLIC_URL,
  /** Further values of the `Host` header. */
  allowedHosts: variables.THREADLOOM_ALLOWED_HOSTS,
  isDevelopment: variables.THREADLOOM_DEV || variables.NODE_ENV === 'development',
  /** The least that is logged; `info` has a line for each request. */
  logLevel: variables.THREADLOOM_LOG_LEVEL,
  /** Where a worker answers for its health and its numbers; nowhere by default. */
  workerPort: variables.THREADLOOM_WORKER_PORT,
  /** Port and token of `npm run sandbox`: callers have to send the token. */
  sandbox: { port: variables.THREADLOOM_SANDBOX_PORT, token: variables.THREADLOOM_SANDBOX_TOKEN },
  /** The API without pages. */
  isHeadless: variables.THREADLOOM_HEADLESS,
  /**
   * Required of every request except those of published endpoints. Without it only this machine may
   * connect.
   */
  adminToken: variables.THREADLOOM_ADMIN_TOKEN,
  /** Base64 of the 32 bytes that secrets at rest are sealed with; a file in the data folder otherwise. */
  secretKey: variables.THREADLOOM_SECRET_KEY,
  databaseUrl: variables.DATABASE_URL,
  /** With it runs are queued for worker processes; only together with a database server. */
  redisUrl: variables.REDIS_URL,
  dataDir: variables.THREADLOOM_DATA_DIR ?? DEFAULT_DATA_DIR,
  configPath: variables.THREADLOOM_CONFIG_PATH,
  /** The override is in a file that was configured, or else, with a database server, in the database. */
  hasOwnOverridePath: variables.THREADLOOM_CONFIG_OVERRIDE_PATH !== undefined,
  /** What the studio changes is kept apart from what people wrote. */
  configOverridePath:
    variables.THREADLOOM_CONFIG_OVERRIDE_PATH ?? join(variables.THREADLOOM_DATA_DIR ?? DEFAULT_DATA_DIR, DEFAULT_OVERRIDE_FILE),
}));

/** Settings from environment variables, which are not in the config file. */
export type Environment = z.output<typeof environmentSchema> & {
  /** Every variable, for `${NAME}` in the config file; nothing else reads it. */
  readonly variables: Readonly<Record<string, string | undefined>>;
};

/**
 * Reads the environment. The server reads it nowhere else.
 * @throws {AppError} `config-invalid` naming the variable
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const parsed = environmentSchema.safeParse(variables);
  if (parsed.success && parsed.data.redisUrl !== undefined && parsed.data.databaseUrl === undefined)
    throw new AppError('config-invalid', 'REDIS_URL needs DATABASE_URL: several processes cannot share the embedded database.', {
      details: { key: 'REDIS_URL' },
    });
  if (parsed.success) return { ...parsed.data, variables };
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  throw new AppError(
    'config-invalid',
    `The environment variable ${name} is ${secrets.includes(name) ? 'not usable' : JSON.stringify(variables[name])}: ${issue?.message}`,
    { details: { key: name } },
  );
}
