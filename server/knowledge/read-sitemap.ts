import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import { decodeText } from '#lib/text/decode-text.ts';

const unzip = promisify(gunzip);
const MAX_TEXT_BYTES = 60_000_000;
/** Between two turns of the event loop. */
const SLICE_CHARS = 100_000;
const MAX_URL_CHARS = 2000;

export type ReadSitemap = {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
  /** Addresses of other sites, and what is no address. */
  readonly unread: number;
};

/**
 * The pages and further sitemaps that a sitemap names, of its own site only.
 * @see https://www.sitemaps.org/protocol.html
 * @throws {NodeFailure} `knowledge-failed` for anything else than a sitemap
 */
export async function readSitemap(body: Uint8Array, address: string): Promise<ReadSitemap> {
  const found = { pages: [] as string[], sitemaps: [] as string[], unread: 0 };
  const site = new URL(address).host;
  const path: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new NodeFailure('knowledge-failed', `${address} is no sitemap: ${error.message}`);
  });
  parser.on('opentag', ({ name }) => {
    path.push(name.replace(/^.*:/, ''));
    text = '';
  });
  const take = (more: string) => {
    if (path.at(-1) === 'loc' && text.length <= MAX_URL_CHARS) text += more;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    const [around, name] = path.slice(-2);
    path.pop();
    const url = name === 'loc' ? URL.parse(text.trim()) : null;
    if (name !== 'loc') return;
    if (!url || url.host !== site || !/^https?:$/.test(url.protocol)) {
      found.unread++;
      return;
    }
    url.hash = '';
    if (around === 'url') found.pages.push(url.href);
    if (around === 'sitemap') found.sitemaps.push(url.href);
  });
  const { text: xml } = await decodeText(await unpacked(body, address), { format: 'xml' });
  for (let start = 0; start < xml.length; start += SLICE_CHARS) {
    parser.write(xml.slice(start, start + SLICE_CHARS));
    await nextTurn();
  }
  parser.close();
  return found;
}

async function unpacked(body: Uint8Array, address: string): Promise<Uint8Array> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  return unzip(body, { maxOutputLength: MAX_TEXT_BYTES }).catch((cause: unknown) => {
    throw new NodeFailure('knowledge-failed', `${address} cannot be unpacked`, { cause });
  });
}
