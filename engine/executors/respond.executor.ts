import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { JsonValue } from '#lib/json/json-value.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import { readResponse } from '#lib/run/response-fields.ts';
import respond from '#nodes/respond/respond.node.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';

export default defineExecutor(respond, async ({ config, context }) => {
  const read = readResponse(config);
  if ('problem' in read) {
    const { name, reason } = read.problem;
    throw new NodeFailure('response-invalid', reason, { path: `config.headers.${name}` });
  }
  // The server that sends it finds the node in the log, and reads exactly this content of the file.
  if (config.bodyType !== 'file') return { out: read.response };
  return { out: { ...read.response, body: await locateFile(config.body, context) } };
});

/** The file as the run may read it. @throws {NodeFailure} `response-invalid`, and those of reading files */
async function locateFile(value: unknown, context: ExecutorContext): Promise<JsonValue> {
  if (inlineBytes(value)) return value as JsonValue;
  const ref = fileRefOf(value);
  if (!ref)
    throw new NodeFailure('response-invalid', 'The body is not a file', {
      path: 'config.body',
      hint: 'Insert a file of another node, or write the path of a workspace file',
    });
  try {
    const about = typeof value === 'object' && value !== null ? value : {};
    const { isNewest: _, ...located } = await filesOf(context).locate(context.workspaceId, ref);
    return { ...about, ...located };
  } catch (error) {
    throw NodeFailure.is(error) ? error.inField('config.body') : error;
  }
}
