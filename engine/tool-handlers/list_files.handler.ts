import listFiles from '#tools/list_files.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

export default defineToolHandler(listFiles, async ({ input, context }) => {
  const { glob, limit } = input;
  const { files, isCut } = await filesOf(context).list(context.workspaceId, { glob, limit, signal: context.signal });
  const count = files.length === 1 ? '1 file' : `${files.length} files`;
  return { data: { files: [...files], isCut }, summary: isCut ? `The first ${count}` : count };
});
