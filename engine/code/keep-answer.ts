import type { GuardedResponse } from '#lib/ports/runtime.ts';
import type { HttpAnswer } from '#lib/tools/http-methods.ts';
import type { ExecutorContext } from '../contract/define-executor.ts';
import { isText, type ReadBody, readBody, readJson, readText } from '../http/read-response.ts';
import { keepAsFile } from '../tools/keep-as-file.ts';

type Context = Pick<ExecutorContext, 'tools' | 'workspaceId' | 'runId' | 'nodeId'>;

type KeepOptions = { readonly answer: HttpAnswer; readonly charset?: string | undefined };

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
  return isFile
    ? { body: await keepAsFile(response, { folder: context.nodeId, context, path: 'config.answer' }) }
    : readBody(response, { charset });
}
