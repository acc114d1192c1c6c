import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { GuardedResponse } from '#lib/ports/runtime.ts';
import { dispositionFileName, percentDecoded } from '#lib/text/disposition-file-name.ts';
import { trimChars } from '#lib/text/trim-chars.ts';
import type { HttpAnswer } from '#lib/tools/http-methods.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { isText, mediaTypeOf, type ReadBody, readBody, readJson, readText } from '../http/read-response.ts';
import { nameOf } from '../http/send-request.ts';
import { keepFiles } from './keep-files.ts';

type Context = Pick<ExecutorContext, 'tools' | 'workspaceId' | 'runId' | 'nodeId'>;

type KeepOptions = { readonly answer: HttpAnswer; readonly charset?: string | undefined };

/** Without a folder for files a body is part of the value, which the event log stores. */
const MAX_INLINE_BYTES = 1_000_000;
const MAX_NAME_BYTES = 200;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The body of an answer as a value: JSON, text, or a file of the workspace, as the config asks. Bytes that are no text
 * become a file unless asked for otherwise.
 * @throws {NodeFailure} `http-body-invalid`, and those of writing files
 */
export async function keepAnswer(
  response: GuardedResponse,
  { answer, charset }: KeepOptions,
  context: Context,
): Promise<ReadBody> {
  if (answer === 'json') return readJson(response, { charset });
  if (answer === 'text') return readText(response, { charset });
  const isFile = answer === 'file' || (response.body.byteLength > 0 && !isText(response));
  return isFile ? { body: await keepAsFile(response, context) } : readBody(response, { charset });
}

async function keepAsFile(response: GuardedResponse, context: Context): Promise<unknown> {
  const { body: bytes } = response;
  const mediaType = mediaTypeOf(response) || UNKNOWN_TYPE;
  const name = fileNameOf(response);
  if (context.tools.files) {
    const [stored] = await keepFiles([{ name, bytes, mediaType }], { folder: context.nodeId, context });
    return stored;
  }
  if (bytes.byteLength <= MAX_INLINE_BYTES)
    return { name, mediaType, sizeBytes: bytes.byteLength, base64: Buffer.from(bytes).toString('base64') };
  throw new NodeFailure(
    'http-body-invalid',
    `${nameOf(new URL(response.url))} answered a file of ${bytes.byteLength} bytes, and there is no folder for files here`,
    { path: 'config.answer' },
  );
}

/** By `content-disposition`, else the end of the address; only characters that every disk takes. */
function fileNameOf({ headers, url }: GuardedResponse): string {
  const last =
    dispositionFileName(headers['content-disposition']) || percentDecoded(new URL(url).pathname.split('/').at(-1) ?? '');
  const safe = last.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_');
  // The cut may be inside a character.
  const end = Buffer.from(safe)
    .subarray(-MAX_NAME_BYTES)
    .toString()
    .replace(/^\ufffd+/, '');
  const name = trimChars(end, '._');
  return name === '' ? 'answer' : name;
}
