import type { BlobStore } from './blob-store.ts';
import { makeFolderBlobs } from './folder-blobs.ts';

/** As the config file says it. */
export type S3Settings = {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly prefix: string;
};

/** The bucket that is configured, else a folder of this machine. */
export async function makeBlobs({
  s3,
  folder,
}: {
  readonly s3: S3Settings | undefined;
  readonly folder: string;
}): Promise<BlobStore> {
  if (!s3) return makeFolderBlobs(folder);
  const { makeS3Blobs } = await import('./s3-blobs.ts');
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, ...place } = s3;
  return makeS3Blobs({ ...place, accessKeyId, secretAccessKey });
}
