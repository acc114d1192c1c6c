import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream';
import { pathOf } from '../protocol/request-target.ts';
import type { Handle } from './serve-pages.ts';

const PREFIX = '/_next/static/';
const SUFFIX = '.br';
const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

type Asset = { readonly path: string; readonly bytes: number; readonly mediaType: string };

/**
 * Serves the Brotli files that the build wrote next to scripts and styles. Requests without a match, and clients that
 * do not accept Brotli, get the answer of `pages`.
 * @param folder the folder `static` of the build
 */
export async function serveCompressedAssets(folder: string, pages: Handle): Promise<Handle> {
  const assets = await findAssets(folder);
  return (request, response) => {
    const asset = assets.get(pathOf(request.url ?? ''));
    if (!asset || !isRead(request) || !acceptsBrotli(request)) return pages(request, response);
    response.writeHead(200, {
      'content-type': asset.mediaType,
      'content-encoding': 'br',
      'content-length': asset.bytes,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    if (request.method === 'HEAD') return void response.end();
    // A client that leaves early is not an error.
    pipeline(createReadStream(asset.path), response, () => {});
  };
}

/** Only names of this list are served, so a path in a request cannot name another file. */
async function findAssets(folder: string): Promise<ReadonlyMap<string, Asset>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const compressed = names.filter((name) => name.endsWith(SUFFIX));
  const entries = compressed.map(async (name): Promise<[string, Asset]> => {
    const original = name.slice(0, -SUFFIX.length);
    const path = join(folder, name);
    const mediaType = mediaTypes[extname(original)] ?? 'application/octet-stream';
    return [PREFIX + original.split(sep).join('/'), { path, bytes: (await stat(path)).size, mediaType }];
  });
  return new Map(await Promise.all(entries));
}

function isRead({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.range === undefined;
}

function acceptsBrotli({ headers }: IncomingMessage): boolean {
  return /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(String(headers['accept-encoding'] ?? ''));
}
