import { AppError } from '#lib/errors/app-error.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { inlineBytes } from '#lib/run/file-value.ts';
import type { FileRow } from '../../db/stores/file-index.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { RawAnswer } from '../handler-kit/define-handler.ts';

/** Statuses whose response has no body. @see https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1 */
const BODILESS = new Set([204, 205, 304]);
const TYPE = 'content-type';

type Caller = {
  readonly deps: Pick<ApiDependencies, 'files'>;
  readonly workspaceId: WorkspaceId;
  /** Of the endpoint's key; undefined for the sender of a webhook. */
  readonly keyId: string | undefined;
};

/**
 * What a run that succeeded answers over HTTP: what its `end` says, or else its outputs as JSON.
 * @throws {AppError} `not-found` for a file that is neither of this run nor an upload of the caller
 */
export async function rawResponse(outcome: RunOutcome, caller: Caller): Promise<RawAnswer> {
  const { runId, outputs, response } = outcome;
  const { status, headers, body } = response ?? { status: 200, headers: {}, body: undefined };
  const raw = { status, headers: { ...headers, 'x-run-id': runId } };
  if (BODILESS.has(status)) return { raw };
  if (body === undefined) return { raw: { ...withType(raw, JSON_TYPE), bytes: utf8(JSON.stringify(outputs)) } };
  if (typeof body === 'string') return { raw: { ...withType(raw, 'text/plain; charset=utf-8'), bytes: utf8(body) } };
  const file = fileIn(body);
  if (!file) return { raw: { ...withType(raw, JSON_TYPE), bytes: utf8(JSON.stringify(body)) } };
  const inline = inlineBytes(body);
  if (file.fileId === undefined && inline) return { raw: { ...withType(raw, file.mediaType), bytes: inline } };
  const row = await readableFile(file.fileId ?? '', runId, caller);
  const { store } = caller.deps.files;
  const read = () => store.read(row, { start: 0, end: row.sizeBytes });
  return { raw: { ...withType(raw, row.mediaType), file: { sizeBytes: row.sizeBytes, read } } };
}

/** For a run that has no result. Why is in the run, which its caller may read. */
export function failedResponse({ runId, status }: RunOutcome, { requestId }: { readonly requestId: string }): RawAnswer {
  const message = `The run ended without a result: ${status}.`;
  const bytes = utf8(JSON.stringify({ error: { code: 'run-failed', message, requestId } }));
  return { raw: { status: 500, headers: { [TYPE]: JSON_TYPE, 'x-run-id': runId }, bytes } };
}

const JSON_TYPE = 'application/json; charset=utf-8';

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function withType<R extends { readonly headers: Readonly<Record<string, string>> }>(raw: R, mediaType: string): R {
  return Object.hasOwn(raw.headers, TYPE) ? raw : { ...raw, headers: { ...raw.headers, [TYPE]: mediaType } };
}

type FileBody = { readonly fileId: string | undefined; readonly mediaType: string };

/** A value is a file when it says of what type it is, as files of nodes and inputs do. */
function fileIn(body: unknown): FileBody | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { fileId, name, mediaType, base64, text } = body as Record<string, unknown>;
  if (typeof mediaType !== 'string' || typeof name !== 'string') return undefined;
  if (typeof fileId === 'string') return { fileId, mediaType };
  return typeof base64 === 'string' || typeof text === 'string' ? { fileId: undefined, mediaType } : undefined;
}

/** An id may come from the caller, so it opens nothing that the caller could not have. */
async function readableFile(fileId: string, runId: string, { deps, workspaceId, keyId }: Caller): Promise<FileRow> {
  const { store } = deps.files;
  const row = await store.index.find(workspaceId, { fileId });
  if (row?.runId === runId || (row && keyId !== undefined && row.keyId === keyId)) return row;
  const made = row ? (await store.versions(workspaceId, fileId)).some((version) => version.runId === runId) : false;
  if (row && made) return row;
  throw new AppError(
    'not-found',
    `The response of run ${runId} is a file that is neither of this run nor its caller's: ${fileId}.`,
  );
}
