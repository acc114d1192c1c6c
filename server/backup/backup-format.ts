import { z } from 'zod';

/**
 * A backup is one gzip file of lines of JSON: a header, then for each table its name and its rows
 * as PostgreSQL writes them (`row_to_json`), a table that others refer to before those, and an end
 * with what there has to be. The same for the embedded database and for a server, so that one can
 * be restored into the other.
 */
export const BACKUP_FORMAT = 'threadloom/backup@1';

export const backupHeaderSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  createdAt: z.iso.datetime(),
  version: z.string(),
  /** Those that had made the tables. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** A known text, sealed: only the key that opens it opens the secrets in the backup. */
  keyCheck: z.string(),
  /**
   * The override file of the config, as it was; null where there was none. Keys of models are
   * sealed in it.
   */
  override: z.string().nullable(),
});
export type BackupHeader = z.output<typeof backupHeaderSchema>;

/** A part of a file, in base64. They come after all rows. */
export const blobLineSchema = z.object({ key: z.string(), base64: z.base64() });

/** Holds the override of installations with a database server. */
export const OVERRIDE_TABLE = 'config_override';
export const overrideRowSchema = z.looseObject({ document: z.string() });

export const tableLineSchema = z.object({ table: z.string() });

export const backupEndSchema = z.object({
  end: z.literal(true),
  rows: z.record(z.string(), z.int().nonnegative()),
  /** How many parts of files; missing in backups of versions without files. */
  blobs: z.int().nonnegative().default(0),
  /** Of all bytes before this line, uncompressed, in hex. */
  sha256: z.string(),
  /** The hash, sealed with the key of the installation. Backups of earlier versions have none. */
  seal: z.string().optional(),
});
export type BackupEnd = z.output<typeof backupEndSchema>;

/** AAD of `seal`. */
export const SEAL_AAD = 'backup:end';

/** Plain text and AAD of `keyCheck`. */
export const KEY_CHECK = { text: 'threadloom', aad: 'backup:key' } as const;

/**
 * Lines of tables and their rows begin with these; a row is an object, so no row is taken for one
 * of the others.
 */
export const TABLE_MARK = 'T';
export const ROW_MARK = 'R';
export const BLOB_MARK = 'B';
export const END_MARK = 'E';

/**
 * What becomes meaningless with the processes of then, and what says which tables there are, which
 * the header does.
 */
export const LEFT_OUT: readonly string[] = ['holders', 'file_uploads', 'rate_windows', 'rate_reservations', '_prisma_migrations'];
