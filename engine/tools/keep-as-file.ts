import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { GuardedResponse } from '#lib/ports/runtime.ts';
import { dispositionFileName, percentDecoded } from '#lib/text/disposition-file-name.ts';
import { trimChars } from '#lib/text/trim-chars.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { mediaTypeOf } from '../http/read-response.ts';
import { nameOf } from '../http/send-request.ts';
import { keepFiles } from './keep-files.ts';

type KeepOptions = {
  /** Of the run's folder. */
  readonly folder: string;
  readonly context: Pick<ExecutorContext, 'tools' | 'workspaceId' | 'runId' | 'nodeId'>;
  /** Of the config, for its failure. */
  readonly path?: string;
};

/** Without a folder for files a body is part of the value, which the event log stores. */
const MAX_INLINE_BYTES = 1_000_000;
const MAX_NAME_BYTES = 200;
const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The body of an answer as a file of the run, named as its server names it; without a folder for files as a value.
 * @throws {NodeFailure} `http-body-invalid` at `path`, and those of writing files
 */
export async function keepAsFile(response: GuardedResponse, { folder, context, path }: KeepOptions): Promise<unknown> {
  const { body: bytes } = response;
  const mediaType = mediaTypeOf(response) || UNKNOWN_TYPE;
  const name = fileNameOf(response);
  if (context.tools.files) {
    const [stored] = await keepFiles([{ name, bytes, mediaType }], { folder, context });
    return stored;
  }
  if (bytes.byteLength <= MAX_INLINE_BYTES)
    return { name, mediaType, sizeBytes: bytes.byteLength, base64: Buffer.from(bytes).toString('base64') };
  throw new NodeFailure(
    'http-body-invalid',
    `${nameOf(new URL(response.url))} answered a file of ${bytes.byteLength} bytes, and there is no folder for files here`,
    { ...(path !== undefined && { path }) },
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
