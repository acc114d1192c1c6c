import { resolve } from 'node:path';
import type { ServerFacts } from '#lib/api/settings.contract.ts';
import type { Config } from '../../config/config-schema.ts';
import type { Environment } from '../../config/environment.ts';
import { isOverrideInFile } from '../../config/override-store.ts';
import { MAX_BODY_BYTES } from '../protocol/read-json-body.ts';

type Sources = {
  readonly environment: Pick<
    Environment,
    'adminToken' | 'configOverridePath' | 'configPath' | 'dataDir' | 'hasOwnOverridePath' | 'secretKey'
  >;
  readonly config: Pick<
    Config,
    'backup_every_hours' | 'backup_keep' | 'files' | 'max_active_sessions' | 'max_active_sessions_per_workspace'
  >;
  readonly version: string;
  readonly database: ServerFacts['database'];
};

/** The settings of the server for its page. Secrets are shown as set or not set, never their values. */
export function describeSettings({ environment, config, version, database }: Sources): ServerFacts {
  return {
    version,
    database,
    dataFolder: resolve(environment.dataDir),
    configFile: environment.configPath === undefined ? null : resolve(environment.configPath),
    overrideFile: isOverrideInFile({ environment, database }) ? resolve(environment.configOverridePath) : null,
    hasAdminToken: environment.adminToken !== undefined,
    hasOwnSecretKey: environment.secretKey !== undefined,
    backups: config.backup_every_hours > 0 ? { everyHours: config.backup_every_hours, keep: config.backup_keep } : null,
    runsAtOnce: { process: config.max_active_sessions, workspace: config.max_active_sessions_per_workspace || null },
    limits: { bodyBytes: MAX_BODY_BYTES, fileBytes: config.files.max_file_bytes },
  };
}
