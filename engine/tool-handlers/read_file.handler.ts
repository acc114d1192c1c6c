import readFile from '#tools/read_file.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

export default defineToolHandler(
  readFile,
  async ({ input, context }) => {
    const { path, offset, limit } = input;
    const { text, sizeBytes } = await filesOf(context).read(context.workspaceId, path);
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    const part = lines.slice(offset - 1, offset - 1 + limit);
    const lastLine = offset - 1 + part.length;
    const isAll = part.length === lines.length;
    return {
      data: { path, content: part.join('\n'), firstLine: offset, lastLine, totalLines: lines.length, sizeBytes },
      summary: `Read ${isAll ? `${lines.length} lines` : `lines ${offset} to ${lastLine} of ${lines.length}`} of ${path}`,
    };
  },
  {
    check: async ({ input, context }) => void (await filesOf(context).read(context.workspaceId, input.path)),
  },
);
