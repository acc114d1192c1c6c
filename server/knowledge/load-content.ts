import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { GuardedFetch } from '#lib/ports/runtime.ts';
import type { ClaimedDocument } from '../db/stores/knowledge/document-store.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import type { Content } from './read-content.ts';

/** Of one document: it is in memory once while it is read. */
const MAX_DOCUMENT_BYTES = 100_000_000;
const MAX_PAGE_BYTES = 20_000_000;
const ACCEPT = 'text/html,application/xhtml+xml,text/markdown,text/plain,application/pdf;q=0.9,*/*;q=0.5';

type Sources = {
  readonly files: Pick<FileStore, 'get' | 'readWhole'>;
  readonly fetch: GuardedFetch;
  readonly signal: AbortSignal;
};

/**
 * What a document consists of: its stored text, its file, or what its address answers now.
 * @throws {NodeFailure} those of files and requests
 */
export async function loadContent(document: ClaimedDocument, { files, fetch, signal }: Sources): Promise<Content> {
  const { content, fileId, url, key, workspaceId } = document;
  if (content !== null) return { name: key, mediaType: 'text/markdown', bytes: new TextEncoder().encode(content) };
  if (fileId !== null) {
    const file = await files.get(workspaceId, { fileId });
    const bytes = await files.readWhole(file, MAX_DOCUMENT_BYTES, 'a document of a knowledge base');
    return { name: file.path.slice(file.path.lastIndexOf('/') + 1), mediaType: file.mediaType, bytes };
  }
  if (url === null) throw new NodeFailure('knowledge-failed', 'The document has neither text nor a file nor an address');
  const response = await getPage(url, { fetch, signal, maxBytes: MAX_PAGE_BYTES });
  const mediaType = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const { pathname } = new URL(response.url);
  const name = decodeURIComponentSafely(pathname.slice(pathname.lastIndexOf('/') + 1));
  return { name: mediaType.includes('html') ? 'page.html' : name || 'page', mediaType, bytes: response.body };
}

/** @throws {NodeFailure} for addresses that are refused, cannot be reached or answer an error */
export async function getPage(
  url: string,
  { fetch, signal, maxBytes }: { readonly fetch: GuardedFetch; readonly signal: AbortSignal; readonly maxBytes: number },
) {
  const response = await fetch(url, { headers: { accept: ACCEPT }, signal, maxBytes }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (!GuardedFetchError.is(error)) throw error;
    const { message, code, hint, privateHost } = error;
    throw new NodeFailure(code, message, {
      isRetryable: code === 'connection-failed',
      cause: error,
      privateHost,
      ...(hint !== undefined && { hint }),
    });
  });
  if (response.status >= 400) {
    const isRetryable = response.status === 429 || response.status >= 500;
    throw new NodeFailure('knowledge-failed', `${url} answered ${response.status}`, { isRetryable });
  }
  return response;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
