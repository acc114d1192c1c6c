import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { GuardedFetch, NewId } from '#lib/ports/runtime.ts';
import { formatCount } from '#lib/text/format-count.ts';
import type { KnowledgeDocumentStore, PutDocument } from '../db/stores/knowledge/document-store.ts';
import type { KnowledgeSourceRow } from '../db/stores/knowledge/source-store.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { isReadable } from './is-readable.ts';
import { getPage } from './load-content.ts';
import { readSitemap } from './read-sitemap.ts';

/** Documents of one source; a larger one is refused, since half of it would look like all of it. */
const MAX_FOUND = 5000;
const FILES_PER_PAGE = 100;
const MAX_SITEMAP_BYTES = 50_000_000;
/** Documents after which the number of stored ones is noted. */
const NOTE_EVERY = 25;
/** Sitemaps that a sitemap names. */
const MAX_SITEMAPS = 50;

export type RefreshPorts = {
  readonly documents: KnowledgeDocumentStore;
  readonly files: Pick<FileStore, 'list'>;
  readonly fetch: GuardedFetch;
  readonly newId: NewId;
};
type Refresh = RefreshPorts & {
  readonly signal: AbortSignal;
  readonly onStored: (progress: { readonly stored: number; readonly listed: number }) => Promise<void>;
};
type Found = Pick<PutDocument, 'key' | 'title' | 'url' | 'fileId'>;
type FoundDocuments = { readonly found: readonly Found[]; readonly problem: string | null };
type Refreshed = { readonly found: number; readonly problem: string | null; readonly privateHost: null };

/**
 * Stores what a source has now, for indexing. What it no longer has is deleted. Files and pages are
 * read again while indexing, which changes nothing where they are as they were.
 * @returns how many documents it has, and what it names that was not read
 */
export async function refreshSource(source: KnowledgeSourceRow, ports: Refresh): Promise<Refreshed> {
  const { found, problem } = await findDocuments(source, ports);
  const { documents, newId, signal, onStored } = ports;
  const { sourceId, baseId } = source;
  for (const [stored, document] of found.entries()) {
    signal.throwIfAborted();
    if (stored % NOTE_EVERY === 0) await onStored({ stored, listed: found.length });
    const whole = { ...document, documentId: newId('doc'), sourceId, content: null, metadata: {}, runId: null };
    await documents.put(source, whole);
  }
  const gone = await documents.ofSourceWithout(
    sourceId,
    found.map(({ key }) => key),
  );
  for (const documentId of gone) await documents.remove(baseId, documentId);
  return { found: found.length, problem, privateHost: null };
}

async function findDocuments(source: KnowledgeSourceRow, ports: Refresh): Promise<FoundDocuments> {
  switch (source.kind) {
    case 'folder':
      return { found: await findFiles(source, ports), problem: null };
    case 'url':
      return { found: [pageAt(source.address)], problem: null };
    case 'sitemap':
      return findPages(source, ports);
    default:
      return source.kind satisfies never;
  }
}

async function findFiles({ workspaceId, address }: KnowledgeSourceRow, { files, signal }: Refresh): Promise<Found[]> {
  const found: Found[] = [];
  for (let offset = 0; ; offset += FILES_PER_PAGE) {
    signal.throwIfAborted();
    const { rows, total } = await files.list(workspaceId, {
      folder: address,
      isDeep: true,
      sort: 'name',
      isDescending: false,
      offset,
      limit: FILES_PER_PAGE,
    });
    for (const { fileId, path } of rows)
      if (isReadable(path)) found.push({ key: path, title: titleOfPath(path), url: null, fileId });
    refuseTooMany(found, address);
    if (rows.length === 0 || offset + rows.length >= total) return found;
  }
}

/** The name of a file without its folders and its ending. */
export function titleOfPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w{1,5}$/, '');
}

async function findPages({ address }: KnowledgeSourceRow, { fetch, signal }: Refresh): Promise<FoundDocuments> {
  const pages = new Set<string>();
  const sitemaps = [address];
  let unread = 0;
  for (const sitemap of sitemaps) {
    const { body } = await getPage(sitemap, { fetch, signal, maxBytes: MAX_SITEMAP_BYTES });
    const read = await readSitemap(body, sitemap);
    for (const page of read.pages) pages.add(page);
    unread += read.unread;
    for (const more of read.sitemaps) {
      if (sitemaps.includes(more)) continue;
      if (sitemaps.length < MAX_SITEMAPS) sitemaps.push(more);
      else unread++;
    }
    refuseTooMany([...pages], address);
  }
  if (pages.size === 0)
    throw new NodeFailure('knowledge-failed', `${address} names no pages`, { hint: 'Give the address of a sitemap.xml' });
  const problem =
    unread === 0 ? null : `Addresses that were not read, of other sites or beyond ${MAX_SITEMAPS} sitemaps: ${unread}`;
  return { found: [...pages].map(pageAt), problem };
}

function pageAt(url: string): Found {
  return { key: url, title: titleOfUrl(url), url, fileId: null };
}

function titleOfUrl(url: string): string {
  const { hostname, pathname } = new URL(url);
  const last = pathname.split('/').filter(Boolean).at(-1);
  return last ? `${last.replace(/\.\w{1,5}$/, '').replaceAll(/[-_]+/g, ' ')} (${hostname})` : hostname;
}

function refuseTooMany(found: readonly unknown[], address: string): void {
  if (found.length <= MAX_FOUND) return;
  throw new NodeFailure('knowledge-refused', `${address || '/'} has more than ${formatCount(MAX_FOUND)} documents`, {
    hint: 'Choose a part of it',
  });
}
