import { AppError } from '#lib/errors/app-error.ts';
import { formatCount } from '#lib/text/format-count.ts';
import { isFileInput } from '#lib/workflow/file-inputs.ts';
import { startInputsOf } from '#lib/workflow/map-trigger-event.ts';
import type { HandlerContext } from '../handler-kit/define-handler.ts';

/** Of one request. */
const MAX_FILES = 10;
/** Bytes of all files of a request, as a multiple of those of one. */
const FILES_FACTOR = 2;

/** Limits of the files that a visitor sends with one start. */
export class VisitorFiles {
  readonly #inputs: ReadonlySet<string>;
  readonly #maxFileBytes: number;
  #count = 0;
  #sizeBytes = 0;

  constructor({ inputs, maxFileBytes }: { inputs: ReadonlySet<string>; maxFileBytes: number }) {
    this.#inputs = inputs;
    this.#maxFileBytes = maxFileBytes;
  }

  /**
   * Content that fails where it exceeds the limits.
   * @throws {AppError} `inputs-invalid` for a field that is no file input, before anything is stored; `body-too-large`
   */
  take(field: string, content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    if (!this.#inputs.has(field)) throw refused('inputs-invalid', field, 'This workflow takes no file of this name');
    if (++this.#count > MAX_FILES) throw refused('body-too-large', field, `A visitor sends up to ${MAX_FILES} files at once`);
    return this.#limited(field, content);
  }

  async *#limited(field: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const maxBytes = this.#maxFileBytes;
    let sizeBytes = 0;
    for await (const chunk of content) {
      sizeBytes += chunk.byteLength;
      this.#sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes || this.#sizeBytes > maxBytes * FILES_FACTOR) {
        const message = `A file of a visitor has up to ${formatCount(maxBytes)} bytes, and those of one request ${formatCount(maxBytes * FILES_FACTOR)}`;
        throw refused('body-too-large', field, message);
      }
      yield chunk;
    }
  }
}

/** Undefined for callers without such limits. */
export async function visitorFilesOf({
  deps,
  endpoint,
  upload,
}: Pick<HandlerContext, 'deps' | 'endpoint' | 'upload'>): Promise<VisitorFiles | undefined> {
  const { maxFileBytes } = upload;
  if (!endpoint || maxFileBytes === undefined) return undefined;
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const inputs = startInputsOf(workflow).filter(isFileInput);
  return new VisitorFiles({ inputs: new Set(inputs.map(({ name }) => name)), maxFileBytes });
}

function refused(code: 'inputs-invalid' | 'body-too-large', field: string, message: string): AppError {
  return new AppError(code, `${field}: ${message}.`, { details: { problems: [{ path: `inputs.${field}`, message }] } });
}
