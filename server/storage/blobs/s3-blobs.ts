import type { AwsClient } from 'aws4fetch';
import { blobFailure } from './blob-failure.ts';
import { assertKey, type BlobStore, type StoredBlob } from './blob-store.ts';

export type S3Options = {
  /** Of the service, without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Before every key: `threadloom/`. @defaultValue '' */
  readonly prefix?: string | undefined;
  /** Until a request is answered, in milliseconds. @defaultValue 120,000 */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 120_000;
const DELETES_AT_ONCE = 8;
/** What `xmlText` decodes. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Blobs in a bucket of any service that speaks the S3 protocol, addressed by path
 * (`<endpoint>/<bucket>/<key>`). The administrator chose the address, so it is not checked against
 * private networks. Failed requests are repeated by the client.
 */
export async function makeS3Blobs({
  endpoint,
  bucket,
  prefix = '',
  timeoutMs = TIMEOUT_MS,
  ...credentials
}: S3Options): Promise<BlobStore> {
  const { AwsClient } = await import('aws4fetch');
  const client = new AwsClient({ ...credentials, service: 's3', retries: 4 });
  const ask = (url: string, asking?: Asking) => send(client, url, { timeoutMs, ...asking });
  const base = `${endpoint.replace(/\/$/, '')}/${bucket}`;
  const addressOf = (key: string) => {
    assertKey(key);
    return `${base}/${prefix}${key}`;
  };
  return {
    async put(key, bytes) {
      await ask(addressOf(key), { method: 'PUT', body: Uint8Array.from(bytes) });
    },
    async *read(key, { start, end }) {
      if (end <= start) return;
      const headers = { range: `bytes=${start}-${end - 1}` };
      const { body } = await ask(addressOf(key), { headers });
      let sizeBytes = 0;
      try {
        for await (const chunk of body ?? []) {
          sizeBytes += chunk.byteLength;
          yield chunk;
        }
      } catch (error) {
        throw blobFailure('cut off', error);
      }
      if (sizeBytes !== end - start) throw blobFailure('cut off');
    },
    async remove(keys) {
      for (let index = 0; index < keys.length; index += DELETES_AT_ONCE) {
        const some = keys.slice(index, index + DELETES_AT_ONCE);
        await Promise.all(some.map((key) => ask(addressOf(key), { method: 'DELETE', mayBeMissing: true })));
      }
    },
    async *list() {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const query = new URLSearchParams({ prefix, marker: after });
        const response = await ask(`${base}?${query}`);
        const page = readListing(await response.text());
        for (const { key, ...blob } of page.blobs) yield { ...blob, key: key.slice(prefix.length) };
        after = page.isCut ? page.blobs.at(-1)?.key : undefined;
      }
    },
  };
}

type Asking = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly mayBeMissing?: boolean;
};

type Sending = Asking & { readonly timeoutMs: number };

async function send(client: AwsClient, url: string, { mayBeMissing = false, timeoutMs, ...init }: Sending): Promise<Response> {
  // The time limit is for the head of the answer: how long its body takes depends on its reader. `fetch` itself ends a
  // body of which nothing arrives for five minutes.
  const unanswered = new AbortController();
  const timer = setTimeout(() => unanswered.abort(new Error(`nothing for ${timeoutMs} ms`)), timeoutMs);
  let response: Response;
  try {
    response = await client.fetch(url, { ...init, signal: unanswered.signal });
  } catch (error) {
    throw blobFailure('no answer', error);
  } finally {
    clearTimeout(timer);
  }
  if (response.ok || (mayBeMissing && response.status === 404)) return response;
  const [, code] = /<Code>(\w{1,100})<\/Code>/.exec(await response.text()) ?? [];
  throw blobFailure(`HTTP ${response.status}${code === undefined ? '' : ` ${code}`}`);
}

/**
 * One page of `ListObjects`, whose first version every service knows; the next one begins after its
 * last key.
 */
function readListing(xml: string): { blobs: StoredBlob[]; isCut: boolean } {
  const blobs = xml
    .split('<Contents>')
    .slice(1)
    .flatMap((entry) => {
      const key = xmlText(entry, 'Key');
      const changedAt = new Date(xmlText(entry, 'LastModified') ?? '');
      const sizeBytes = Number(xmlText(entry, 'Size'));
      return key === undefined || Number.isNaN(changedAt.getTime()) ? [] : [{ key, sizeBytes, changedAt }];
    });
  return { blobs, isCut: xmlText(xml, 'IsTruncated') === 'true' };
}

function xmlText(xml: string, tag: string): string | undefined {
  const [, rest] = xml.split(`<${tag}>`, 2);
  return rest?.split('<', 1)[0]?.replaceAll(/&(\w{2,4});/g, (all, name: string) => ENTITIES[name] ?? all);
}
