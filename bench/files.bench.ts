import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeClient } from '#lib/api/client.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { aim } from './aims.ts';
import type { BenchOptions, BenchResult } from './run.ts';

const MB = 1_000_000;
const CHUNK_BYTES = 1024 * 1024;
const SAMPLE_MS = 50;
/** Where the connection is cut, as shares of the file. */
const CUTS = [0.31, 0.64];

/**
 * One large file to the server and back: the upload is cut twice and continued, the download is read
 * in two ranges. Memory of the server meanwhile, above what it had before; bytes that differ.
 * `--mb 1000`.
 */
export default async function files(options: BenchOptions): Promise<BenchResult> {
  const sizeBytes = Number(options.mb ?? 1000) * MB;
  const dataFolder = mkdtempSync(join(tmpdir(), 'threadloom-bench-files-'));
  const server = await ServerProcess.start({ dataFolder });
  try {
    await warmUp(server.url);
    const memory = watchMemory(server.pid);
    const uploadedAt = performance.now();
    const { fileId, sha256 } = await upload(server.url, sizeBytes);
    const uploadMs = performance.now() - uploadedAt;
    const uploadRssGrowthMb = memory.peakGrowthMb();
    const downloadedAt = performance.now();
    const received = await download(server.url, { fileId, sizeBytes });
    const downloadMs = performance.now() - downloadedAt;
    const rssGrowthMb = memory.stop();
    const expected = hashOf(sizeBytes);
    const corrupt = [sha256, received].filter((hash) => hash !== expected).length;
    return {
      name: 'files',
      aims: [aim('uploadRssGrowthMb', uploadRssGrowthMb, { atMost: 60 }), aim('corrupt', corrupt, { atMost: 0 })],
      sizeMb: sizeBytes / MB,
      cuts: CUTS.length,
      rssGrowthMb,
      uploadMbPerS: Math.round(sizeBytes / MB / (uploadMs / 1000)),
      downloadMbPerS: Math.round(sizeBytes / MB / (downloadMs / 1000)),
    };
  } finally {
    await server.end();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Modules and buffers of the first upload and download are no growth. */
async function warmUp(url: string): Promise<void> {
  const sizeBytes = 40 * MB;
  const { fileId } = await upload(url, sizeBytes);
  await download(url, { fileId, sizeBytes });
  await wait(1000);
}

async function upload(url: string, sizeBytes: number): Promise<{ fileId: string; sha256: string }> {
  const client = makeClient({ baseUrl: url });
  const { uploadId } = await client.beginUpload({ body: { path: `large-${sizeBytes}.bin`, sizeBytes } });
  const params = { id: uploadId };
  let offset = 0;
  for (const cut of CUTS.map((share) => Math.floor(share * sizeBytes))) {
    await send(`${url}/api/v1/uploads/${uploadId}?offset=${offset}`, { from: offset, to: cut, sizeBytes, isCut: true });
    offset = await settledOffset(async () => (await client.getUpload({ params })).offsetBytes);
  }
  await send(`${url}/api/v1/uploads/${uploadId}?offset=${offset}`, { from: offset, to: sizeBytes, sizeBytes, isCut: false });
  const { file } = await client.getUpload({ params });
  if (!file) throw new Error(`The upload was not complete at ${offset} bytes`);
  return file;
}

/** The server may still store a part of a connection that was cut. */
async function settledOffset(ask: () => Promise<number>): Promise<number> {
  let known = await ask();
  for (let same = 0; same < 3; ) {
    await wait(100);
    const now = await ask();
    same = now === known ? same + 1 : 0;
    known = now;
  }
  return known;
}

type Sending = { readonly from: number; readonly to: number; readonly sizeBytes: number; readonly isCut: boolean };

/** Sends bytes at the pace of the server. A cut connection announces all the rest and sends less. */
async function send(url: string, { from, to, sizeBytes, isCut }: Sending): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(url, { method: 'PUT', headers: { 'content-length': String(sizeBytes - from) } }, (incoming) => {
      incoming.resume();
      incoming.once('end', () =>
        incoming.statusCode === 200 ? resolve() : reject(new Error(`answered ${incoming.statusCode}`)),
      );
    });
    outgoing.once('error', (error) => (isCut ? resolve() : reject(error)));
    outgoing.once('close', () => isCut && resolve());
    const write = (at: number): void => {
      for (let next = at; next < to; ) {
        const chunk = bytesAt(next, Math.min(next + CHUNK_BYTES, to));
        next += chunk.byteLength;
        if (!outgoing.write(chunk)) return void outgoing.once('drain', () => write(next));
      }
      if (isCut) outgoing.destroy();
      else outgoing.end();
    };
    write(from);
  });
}

/** @returns the hash of what arrived */
async function download(url: string, { fileId, sizeBytes }: { fileId: string; sizeBytes: number }): Promise<string> {
  const hash = createHash('sha256');
  const middle = Math.floor(sizeBytes / 2);
  for (const range of [`bytes=0-${middle - 1}`, `bytes=${middle}-`]) {
    const { status, body } = await fetch(`${url}/api/v1/files/${fileId}/content`, { headers: { range } });
    if (status !== 206 || !body) throw new Error(`The range ${range} was answered ${status}`);
    for await (const chunk of body) hash.update(chunk);
  }
  return hash.digest('hex');
}

/** Bytes of a file that needs no disk: each 8 bytes are a scrambled counter. */
function bytesAt(from: number, to: number): Buffer {
  const start = Math.floor(from / 8);
  const words = new BigUint64Array(Math.ceil(to / 8) - start);
  for (let index = 0; index < words.length; index++) words[index] = BigInt(start + index) * 0x9e3779b97f4a7c15n;
  return Buffer.from(words.buffer, from - start * 8, to - from);
}

function hashOf(sizeBytes: number): string {
  const hash = createHash('sha256');
  for (let at = 0; at < sizeBytes; at += CHUNK_BYTES) hash.update(bytesAt(at, Math.min(at + CHUNK_BYTES, sizeBytes)));
  return hash.digest('hex');
}

function watchMemory(pid: number) {
  const beforeMb = rssMb(pid);
  let peakMb = beforeMb;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, rssMb(pid));
  }, SAMPLE_MS);
  const peakGrowthMb = () => Math.round(peakMb - beforeMb);
  return {
    peakGrowthMb,
    stop: () => {
      clearInterval(timer);
      return peakGrowthMb();
    },
  };
}

function rssMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000;
}
