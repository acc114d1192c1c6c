import { NodeFailure } from '#lib/errors/node-failure.ts';
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
  if (config.bodyType === 'file') await assertFile(config.body, context);
  // The server that sends it finds the node in the log.
  return { out: read.response };
});

/** @throws {NodeFailure} `response-invalid`, and those of reading files */
async function assertFile(value: unknown, context: ExecutorContext): Promise<void> {
  if (inlineBytes(value)) return;
  const ref = fileRefOf(value);
  if (!ref)
    throw new NodeFailure('response-invalid', 'The body is not a file', {
      path: 'config.body',
      hint: 'Insert a file of another node, or write the path of a workspace file',
    });
  try {
    await filesOf(context).locate(context.workspaceId, ref);
  } catch (error) {
    throw NodeFailure.is(error) ? error.inField('config.body') : error;
  }
}
