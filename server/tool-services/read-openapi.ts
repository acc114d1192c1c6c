import { Worker } from 'node:worker_threads';
import { OpenApiError, type ReadService } from '#lib/openapi/read-operations.ts';
import { formatCount } from '#lib/text/format-count.ts';

export type ReadAnswer = { readonly service: ReadService } | { readonly problem: string };

/** YAML of this size takes some seconds to parse. */
export const MAX_DOCUMENT_CHARS = 15_000_000;
const TIMEOUT_MS = 30_000;
const MAX_MEMORY_MB = 512;

/**
 * The operations of an OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML). Parsed in a worker thread with limits of 30 s
 * and 512 MB, since a large document would block the event loop.
 * @throws {OpenApiError} names the problem of the document
 */
export async function readOpenApi(text: string): Promise<ReadService> {
  if (text.length > MAX_DOCUMENT_CHARS)
    throw new OpenApiError(`The document has more than ${formatCount(MAX_DOCUMENT_CHARS)} characters`);
  const answer = await readInThread(text);
  if ('problem' in answer) throw new OpenApiError(answer.problem);
  return answer.service;
}

function readInThread(text: string): Promise<ReadAnswer> {
  const worker = new Worker(new URL('./read-openapi-worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  return new Promise<ReadAnswer>((resolve) => {
    const timer = setTimeout(
      () => resolve({ problem: `The document was not read within ${TIMEOUT_MS / 1000} seconds` }),
      TIMEOUT_MS,
    );
    const settle = (answer: ReadAnswer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    worker.once('message', settle);
    worker.once('error', (error: Error) => settle({ problem: `The document cannot be read: ${error.message}` }));
    worker.once('exit', () => settle({ problem: 'The document cannot be read' }));
  }).finally(() => worker.terminate());
}
