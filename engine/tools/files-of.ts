import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { WorkspaceFiles } from '#lib/ports/workspace-files.ts';
import type { ToolContext } from '../contract/define-tool-handler.ts';

/** @throws {NodeFailure} `file-failed` where there is no folder; its tools are not offered there */
export function filesOf({ tools }: Pick<ToolContext, 'tools'>): WorkspaceFiles {
  if (!tools.files) throw new NodeFailure('file-failed', 'There is no folder for files here');
  return tools.files;
}
