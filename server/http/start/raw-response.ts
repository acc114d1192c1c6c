import { AppError } from '#lib/errors/app-error.ts';
import type { Language } from '#lib/i18n/language.ts';
import type { RunOutcome } from '#lib/ports/run-service.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import type { Reader } from '#lib/run/owner.ts';
import { visitorError } from '#lib/run/what-leaves.ts';
import { callerReader } from '../../db/stores/endpoint-owner.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';
import type { FileContent, FileRow } from '../../db/stores/file-rows.ts';
import type { ApiDependencies } from '../handler-kit/api-dependencies.ts';
import type { RawAnswer } from '../handler-kit/define-handler.ts';
import type { NodeResponse } from '../runs/follow-response.ts';

/** Statuses whose response has no body. @see https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1 */
const BODILESS = new Set([204, 205, 304]);
const TYPE = 'content-type';
/** Owns nothing. */
const STRANGER = { isMember: false, owners: [], slug: null, workflowId: null } as const;

type Caller = {
  readonly deps: Pick<ApiDependencies, 'files'>;
  readonly workspaceId: WorkspaceId;
  /** The key or the visitor; undefined for the sender of a webhook, who reads only what its run made. */
  readonly endpoint: Endpoint | undefined;
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
 * What a `respond` node of a run answers. The node found the content of the file that its run may read; of an earlier
 * build, which did not say which content, it is one that this run made.
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
  const row = ref ? await respondedFile(ref, revisionIn(body), { runId, deps, workspaceId }) : null;
  if (!row) throw new AppError('not-found', `The file of the response of run ${runId} does not exist any more.`);
  return withFile(raw, row, deps);
}

async function respondedFile(
  ref: NonNullable<ReturnType<typeof fileRefOf>>,
  revision: number | undefined,
  { runId, deps, workspaceId }: Pick<Caller, 'deps' | 'workspaceId'> & { readonly runId: string },
): Promise<FileContent | null> {
  const { index } = deps.files.store;
  if (revision === undefined) return index.find(workspaceId, ref, { ...STRANGER, runId });
  const row = await index.find(workspaceId, ref);
  if (!row || row.revision === revision) return row;
  return (await index.versions(workspaceId, row.fileId)).find((one) => one.revision === revision) ?? null;
}

function revisionIn(body: unknown): number | undefined {
  const { revision } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return typeof revision === 'number' ? revision : undefined;
}
type FailureView = {
  readonly requestId: string;
  /** Of a visitor, who reads words. @defaultValue a program reads it */
  readonly visitorLanguage?: Language | undefined;
};

/** For a run that has no result. Why is in the run, which its caller may read. */
export function failedResponse({ runId, status }: RunOutcome, { requestId, visitorLanguage }: FailureView): RawAnswer {
  const failure = { code: 'run-failed', message: `The run ended without a result: ${status}.` };
  const error = visitorLanguage ? visitorError(runId, visitorLanguage) : failure;
  const bytes = utf8(JSON.stringify({ error: { ...error, requestId } }));
  return { raw: { status: 500, headers: { [TYPE]: JSON_TYPE, 'x-run-id': runId }, bytes } };
}

const JSON_TYPE = 'application/json; charset=utf-8';

type Head = { readonly status: number; readonly headers: Readonly<Record<string, string>> };

/** A text as it is, any other value as JSON. */
function withValue(raw: Head, value: unknown): RawAnswer {
  if (typeof value === 'string') return { raw: { ...withType(raw, 'text/plain; charset=utf-8'), bytes: utf8(value) } };
  return { raw: { ...withType(raw, JSON_TYPE), bytes: utf8(JSON.stringify(value)) } };
}

function withFile(raw: Head, row: FileContent, { files: { store } }: Caller['deps']): RawAnswer {
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
async function readableFile(fileId: string, runId: string, { deps, workspaceId, endpoint }: Caller): Promise<FileRow> {
  const reader: Reader = {
    ...(endpoint ? callerReader(endpoint) : STRANGER),
    runId,
  };
  const row = await deps.files.store.index.find(workspaceId, { fileId }, reader);
  if (row) return row;
  throw new AppError(
    'not-found',
    `The response of run ${runId} is a file that is neither of this run nor its caller's: ${fileId}.`,
  );
}
