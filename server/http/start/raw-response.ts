import { AppError } from '#lib/errors/app-error.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import type { FileRow } from '../../db/stores/file-rows.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { RawAnswer } from '../handler-kit/define-handler.ts';
import type { NodeResponse } from '../runs/follow-response.ts';

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
  const file = body === undefined ? undefined : fileIn(body);
  if (!file) return withValue(raw, body === undefined ? outputs : body);
  const inline = inlineBytes(body);
  if (file.fileId !== undefined) return withFile(raw, await readableFile(file.fileId, runId, caller), caller.deps);
  return inline ? { raw: { ...withType(raw, file.mediaType), bytes: inline } } : withValue(raw, body);
}

/**
 * What a `respond` node of a run answers. The workflow chose the file, which may be any of the workspace.
 * @throws {AppError} `not-found` when the file is gone
 */
export async function nodeResponse(
  runId: string,
  { status, headers, body, bodyType }: NodeResponse,
  { deps, workspaceId }: Pick<Caller, 'deps' | 'workspaceId'>,
): Promise<RawAnswer> {
  const raw = { status, headers: { ...headers, 'x-run-id': runId } };
  if (body === null || BODILESS.has(status)) return { raw };
  if (bodyType === 'value') return withValue(raw, body);
  const inline = inlineBytes(body);
  if (inline) return { raw: { ...withType(raw, fileIn(body)?.mediaType ?? 'application/octet-stream'), bytes: inline } };
  const ref = fileRefOf(body);
  const row = ref ? await deps.files.store.index.find(workspaceId, ref) : null;
  if (!row) throw new AppError('not-found', `The file of the response of run ${runId} does not exist any more.`);
  return withFile(raw, row, deps);
}

/** For a run that has no result. Why is in the run, which its caller may read. */
export function failedResponse({ runId, status }: RunOutcome, { requestId }: { readonly requestId: string }): RawAnswer {
  const message = `The run ended without a result: ${status}.`;
  const bytes = utf8(JSON.stringify({ error: { code: 'run-failed', message, requestId } }));
  return { raw: { status: 500, headers: { [TYPE]: JSON_TYPE, 'x-run-id': runId }, bytes } };
}

const JSON_TYPE = 'application/json; charset=utf-8';

type Head = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

/** A text as it is, any other value as JSON. */
function withValue(raw: Head, value: unknown): RawAnswer {
  if (typeof value === 'string') return { raw: { ...withType(raw, 'text/plain; charset=utf-8'), bytes: utf8(value) } };
  return { raw: { ...withType(raw, JSON_TYPE), bytes: utf8(JSON.stringify(value)) } };
}

function withFile(raw: Head, row: FileRow, { files: { store } }: Caller['deps']): RawAnswer {
  const read = () => store.read(row, { start: 0, end: row.sizeBytes });
  return { raw: { ...withType(raw, row.mediaType), file: { sizeBytes: row.sizeBytes, read } } };
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function withType(raw: Head, mediaType: string): Head {
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
