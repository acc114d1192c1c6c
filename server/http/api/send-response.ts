import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { AppError } from '#lib/errors/app-error.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import { mediaTypeOf } from '#lib/run/media-type.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { ApiEnv } from '../handler-kit/api-env.ts';
import type { NodeResponse } from '../runs/follow-response.ts';

/** It has the address of this server: a browser runs nothing of it and gives it no storage or cookies. */
const POLICY = 'sandbox allow-forms allow-popups';

type Sending = { readonly deps: Pick<ApiDependencies, 'files'>; readonly workspaceId: WorkspaceId };

/** An answer that a workflow gave. @throws {AppError} `not-found` when its file is gone */
export async function sendResponse(
  c: Context<ApiEnv>,
  { status, headers, body, bodyType }: NodeResponse,
  { deps, workspaceId }: Sending,
): Promise<Response> {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
  c.header('content-security-policy', POLICY);
  c.header('x-content-type-options', 'nosniff');
  const hasNoBody = status === 204 || status === 205 || status === 304;
  if (body === null || hasNoBody) return c.body(null, status as 204);
  const type = (fallback: string) => {
    if (headers['content-type'] === undefined) c.header('content-type', fallback);
  };
  if (bodyType === 'file') {
    const file = await openFile(body, { deps, workspaceId });
    type(file.mediaType);
    c.header('content-length', String(file.sizeBytes));
    return c.body(file.content, status as 200);
  }
  type(typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json');
  return c.body(typeof body === 'string' ? body : JSON.stringify(body), status as 200);
}

async function openFile(value: unknown, { deps: { files }, workspaceId }: Sending) {
  const { name, mediaType } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const given = typeof mediaType === 'string' ? mediaType : undefined;
  const inline = inlineBytes(value);
  if (inline) {
    const bytes = Uint8Array.from(inline);
    return {
      mediaType: given ?? mediaTypeOf(typeof name === 'string' ? name : 'file'),
      sizeBytes: bytes.byteLength,
      content: bytes,
    };
  }
  const ref = fileRefOf(value);
  const row = ref ? await files.store.index.find(workspaceId, ref) : null;
  if (!row) throw new AppError('not-found', 'The file of the answer does not exist any more.');
  return {
    mediaType: given ?? row.mediaType,
    sizeBytes: row.sizeBytes,
    content: Readable.toWeb(Readable.from(files.store.read(row))) as ReadableStream,
  };
}
