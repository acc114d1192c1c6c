import type { AwsClient } from 'aws4fetch';
import { readBeginning } from '../../fetch/endpoint-fetch.ts';
import { blobFailure } from './blob-failure.ts';
import { assertKey, type BlobStore, type StoredBlob } from './blob-store.ts';
import { readPaced } from './read-paced.ts';

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
const MAX_ERROR_BYTES = 100_000;
/** A thousand keys of a kilobyte each, with their sizes and times. */
const MAX_LISTING_BYTES = 8_000_000;
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
      const response = await ask(addressOf(key), { headers });
      if (!isRange(response, start)) throw blobFailure('another range than requested');
      let sizeBytes = 0;
      for await (const chunk of readPaced(response, timeoutMs)) {
        sizeBytes += chunk.byteLength;
        if (sizeBytes > end - start) throw blobFailure('more bytes than requested');
        yield chunk;
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
        const page = readListing(await readListingText(response, timeoutMs));
        for (const { key, ...blob } of page.blobs) if (key.startsWith(prefix)) yield { ...blob, key: key.slice(prefix.length) };
        const last: string | undefined = page.blobs.at(-1)?.key;
        // Or the same page would come for ever, or the rest would seem to be no blobs.
        if (page.isCut && (last === undefined || last === after)) throw blobFailure('a list without an end');
        after = page.isCut ? last : undefined;
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
  // The time limit is for the head of the answer: how long its body takes depends on its reader, too.
  const unanswered = new AbortController();
  const timer = setTimeout(() => unanswered.abort(new Error(`nothing for ${timeoutMs} ms`)), timeoutMs);
  let response: Response;
  try {
    response = await client.fetch(url, { ...init, redirect: 'manual', signal: unanswered.signal });
  } catch (error) {
    throw blobFailure('no answer', error);
  } finally {
    clearTimeout(timer);
  }
  if (response.ok || (mayBeMissing && response.status === 404)) return response;
  const [, code] = /<Code>(\w{1,100})<\/Code>/.exec(await readBeginning(response, MAX_ERROR_BYTES)) ?? [];
  throw blobFailure(`HTTP ${response.status}${code === undefined ? '' : ` ${code}`}`);
}

/** A service that knows no ranges answers with all bytes, which are the range from the first one. */
function isRange(response: Response, start: number): boolean {
  if (response.status !== 206) return start === 0;
  const range = response.headers.get('content-range');
  return range === null || range.startsWith(`bytes ${start}-`);
}

async function readListingText(response: Response, timeoutMs: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of readPaced(response, timeoutMs)) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_LISTING_BYTES) throw blobFailure('a list that is too long');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  // Some services answer with 200 and an error: no list is not an empty one.
  if (!text.includes('<ListBucketResult')) throw blobFailure('no list');
  return text;
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
