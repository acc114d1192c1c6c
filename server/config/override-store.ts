import type pg from 'pg';
import type { Logger } from '#lib/ports/logger.ts';
import { databaseOverride, readDatabaseOverride } from './database-override.ts';
import type { Environment } from './environment.ts';
import { fileOverride } from './file-override.ts';

/** Stores the config override: settings that were changed in the studio. */
export type OverrideStore = {
  /** File path or description, for messages. */
  readonly location: string;
  /** The override as YAML; undefined without changes. */
  read(): Promise<string | undefined>;
  /**
   * Changes the override atomically: `edit` returns the new text for the current one.
   * @throws {AppError} `data-folder-unusable`: a file cannot be written
   */
  change(edit: (source: string | undefined) => string): Promise<void>;
  /** Calls back after a change by any process. @returns how to unsubscribe */
  watch(onChange: () => void): () => void;
};

type OpenOverride = {
  readonly environment: Pick<Environment, 'configOverridePath' | 'hasOwnOverridePath'>;
  /** With its tables made. */
  readonly database: { readonly kind: 'embedded' | 'server'; readonly pool: pg.Pool };
  readonly log: Pick<Logger, 'warn'>;
};

/**
 * The override of this installation: in the configured file, in the data folder, or in the database
 * server.
 */
export async function openOverride({ environment, database, log }: OpenOverride): Promise<OverrideStore> {
  const file = environment.configOverridePath;
  if (isOverrideInFile({ environment, database: database.kind })) return fileOverride(file);
  return databaseOverride(database.pool, { file, log });
}

type OverrideLocation = {
  readonly environment: Pick<Environment, 'hasOwnOverridePath'>;
  readonly database: 'embedded' | 'server';
};

export function isOverrideInFile({ environment, database }: OverrideLocation): boolean {
  return database === 'embedded' || environment.hasOwnOverridePath;
}

/**
 * The stored override, for commands without a server: migrates nothing, and reads tables of an
 * earlier version too.
 */
export async function readKeptOverride({ environment, database }: Omit<OpenOverride, 'log'>): Promise<string | undefined> {
  const file = fileOverride(environment.configOverridePath);
  if (isOverrideInFile({ environment, database: database.kind })) return file.read();
  return (await readDatabaseOverride(database.pool)) ?? file.read();
}
