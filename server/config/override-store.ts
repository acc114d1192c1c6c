import type pg from 'pg';
import type { Logger } from '#lib/ports/logger.ts';
import { databaseOverride, readDatabaseOverride } from './database-override.ts';
import type { Environment } from './environment.ts';
import { fileOverride } from './file-override.ts';

/** Where the config's override is kept: what the studio changed. */
export type OverrideStore = {
  /** What it is called in messages. */
  readonly place: string;
  /** Its YAML; undefined while nothing was changed. */
  read(): Promise<string | undefined>;
  /**
   * Changes it, whole or not at all: `edit` makes the new text from the one that is kept now.
   * @throws {AppError} `data-folder-unusable`: a file cannot be written
   */
  change(edit: (source: string | undefined) => string): Promise<void>;
  /** Hears when it was changed, by whichever process, until it is called back. */
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

type Place = { readonly environment: Pick<Environment, 'hasOwnOverridePath'>; readonly database: 'embedded' | 'server' };

export function isOverrideInFile({ environment, database }: Place): boolean {
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
