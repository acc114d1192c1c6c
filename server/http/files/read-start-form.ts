import { AppError } from '#lib/errors/app-error.ts';
import { type JsonReading, readJsonText } from '#lib/json/json-limits.ts';
import { groupFields } from '#lib/text/parse-form-fields.ts';
import { callerOwner } from '../../db/stores/endpoint-owner.ts';
import type { HandlerContext, StartForm } from '../handler-kit/define-handler.ts';
import { answering } from '../resources/file-resource.ts';
import { givenType } from './given-type.ts';
import { ownPath } from './own-path.ts';
import { receiveFiles } from './receive-files.ts';
import { visitorFilesOf } from './visitor-files.ts';

/** The part with what is no input: `{ "mode": "async" }`. */
const REQUEST_PART = 'request';
const NO_OBJECT = 'Write one JSON object, such as {"mode":"async"}';
const FOLDER = 'forms';

/**
 * Reads the form of a start as it arrives: files go to the store, other parts are texts of inputs, and
 * the part `request` is the rest of the body as JSON.
 * @throws {AppError} `body-invalid`; what `VisitorFiles` and storing a file throw. Files that were
 * stored by then are deleted
 */
export async function readStartForm(context: Omit<HandlerContext, 'form'>): Promise<StartForm> {
  const { deps, workspaceId, endpoint, upload } = context;
  const { store } = deps.files;
  const folder = `${FOLDER}/${deps.newId('up')}`;
  const limits = await visitorFilesOf(context);
  const files: { readonly field: string; readonly fileId: string; readonly sha256: string; readonly name: string }[] = [];
  let count = 0;
  const discard = async () => {
    if (files.length > 0)
      await store.remove(
        workspaceId,
        // `flatMap` skips the places of files that could not be stored.
        files.flatMap(({ fileId }) => [{ fileId }]),
      );
  };
  try {
    const texts = await answering(() =>
      receiveFiles(upload, async ({ field, name, mediaType, content }) => {
        // Of a field of a page in which no file was chosen.
        if (!name) return consume(content);
        // In the order of the form, whichever is stored first.
        const at = count++;
        const { row } = await store.write(workspaceId, {
          path: ownPath(`${folder}/${name}`, context),
          content: limits?.take(field, content) ?? content,
          mediaType: givenType(mediaType),
          source: { owner: callerOwner(endpoint) },
          onExisting: 'rename',
        });
        const { fileId, sha256 } = row;
        files[at] = { field, fileId, sha256, name };
      }),
    );
    const request = readRequest(texts.get(REQUEST_PART)?.at(-1));
    const given = [...texts].filter(([name]) => name !== REQUEST_PART);
    const pairs = given.flatMap(([name, values]) => values.map((value) => [name, value] as const));
    const bodyWith = (values: readonly (readonly [string, unknown])[]) => ({
      ...request,
      inputs: { ...inputsOf(request), ...groupFields<unknown>([...pairs, ...values]) },
    });
    return {
      body: bodyWith(files.map(({ field, fileId }) => [field, { fileId }])),
      texts: new Set(given.map(([name]) => name)),
      files: new Set(files.map(({ field }) => field)),
      fingerprint: bodyWith(files.map(({ field, sha256, name }) => [field, { sha256, name }])),
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function consume(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

function readRequest(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  let reading: JsonReading;
  try {
    reading = readJsonText(text);
  } catch (cause) {
    throw invalid(REQUEST_PART, NO_OBJECT, cause);
  }
  if (reading.excess !== undefined) throw invalid(REQUEST_PART, `It has ${reading.excess}`);
  const request = reading.value;
  if (typeof request === 'object' && request !== null && !Array.isArray(request)) return request as Record<string, unknown>;
  throw invalid(REQUEST_PART, NO_OBJECT);
}

function inputsOf({ inputs }: Record<string, unknown>): Record<string, unknown> {
  return typeof inputs === 'object' && inputs !== null && !Array.isArray(inputs) ? (inputs as Record<string, unknown>) : {};
}

function invalid(part: string, message: string, cause?: unknown): AppError {
  return new AppError('body-invalid', `${part}: ${message}.`, { cause, details: { problems: [{ path: part, message }] } });
}
