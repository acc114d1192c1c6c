import writeFile from '#tools/write_file.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

export default defineToolHandler(
  writeFile,
  async ({ input, context }) => {
    const { path, content } = input;
    const { workspaceId, runId, nodeId } = context;
    const { sizeBytes, isNew } = await filesOf(context).write(workspaceId, path, content, { runId, nodeId });
    return { data: { path, sizeBytes, isNew }, summary: `${isNew ? 'Wrote' : 'Replaced'} ${path} (${sizeBytes} bytes)` };
  },
  {
    check: ({ input: { path, content }, context }) => filesOf(context).assertWritable(context.workspaceId, path, content),
  },
);
