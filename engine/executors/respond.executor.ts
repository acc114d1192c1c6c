import { NodeFailure } from '#lib/errors/node-failure.ts';
import { type HeaderProblem, readResponse } from '#lib/node-kit/response-fields.ts';
import { fileRefOf, inlineBytes } from '#lib/run/file-value.ts';
import respond from '#nodes/respond/respond.node.ts';
import { defineExecutor, type ExecutorContext } from '../contract/define-executor.ts';
import { filesOf } from '../tools/files-of.ts';

export default defineExecutor(respond, async ({ config, context }) => {
  const read = readResponse(config);
  if ('problem' in read) throw headerFailure(read.problem);
  if (config.bodyType === 'file') await assertFile(config.body, context);
  // The server that sends it finds the node in the log.
  return { out: read.response };
});

function headerFailure({ name, is }: HeaderProblem): NodeFailure {
  const path = `config.headers.${name}`;
  switch (is) {
    case 'name':
      return new NodeFailure('response-invalid', `The header '${name}' is not the name of a header`, { path });
    case 'refused':
      return new NodeFailure('response-invalid', `The header '${name}' is set by the server`, { path });
    case 'value':
      return new NodeFailure('response-invalid', `The header '${name}' has characters that a header cannot have`, { path });
    default:
      return is satisfies never;
  }
}

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
