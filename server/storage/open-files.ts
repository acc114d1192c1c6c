import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from '#lib/ports/logger.ts';
import { FileIndex } from '../db/stores/file-index.ts';
import { UploadStore } from '../db/stores/upload-store.ts';
import { makeBlobs, type S3Settings } from './blobs/make-blobs.ts';
import { adoptFolder } from './files/adopt-folder.ts';
import { FileLinks } from './files/file-links.ts';
import { FileStore, type FileStoreOptions } from './files/file-store.ts';
import { UploadKeeper } from './files/upload-keeper.ts';

type OpenFiles = {
  readonly pool: pg.Pool;
  /** Under `files` in the config. */
  readonly config: { readonly s3?: S3Settings | undefined; readonly max_upload_bytes: number };
  readonly dataFolder: string;
  /** Of the installation; addresses of files are signed with a key made from it. */
  readonly masterKey: Buffer;
  readonly newFileId: FileStoreOptions['newFileId'];
  readonly log: Pick<Logger, 'info'>;
};

export type Files = { readonly store: FileStore; readonly uploads: UploadKeeper; readonly links: FileLinks };

/**
 * The files of an installation, with content in a bucket or in the data folder. Files of earlier
 * builds, which had a plain folder, are taken over.
 */
export async function openFiles({ pool, config, dataFolder, masterKey, newFileId, log }: OpenFiles): Promise<Files> {
  const store = new FileStore({
    index: new FileIndex(pool),
    blobs: await makeBlobs({ s3: config.s3, folder: join(dataFolder, 'blobs') }),
    maxBytes: config.max_upload_bytes,
    newFileId,
  });
  const adopted = await adoptFolder(join(dataFolder, 'files'), store);
  if (adopted > 0) log.info('files of the data folder taken over', { files: adopted });
  return { store, uploads: new UploadKeeper({ files: store, store: new UploadStore(pool) }), links: new FileLinks(masterKey) };
}
