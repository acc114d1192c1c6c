import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'edit_file',
  title: 'Edit a file',
  aliases: { 'zh-CN': '编辑文件' },
  description:
    'Changes parts of a text file of the workspace. Each edit replaces one passage, which must be in the file exactly once: copy it with enough of the lines around it. If one edit does not fit, the file stays as it was. Read the file first.',
  group: 'files',
  input: z.strictObject({
    path: z.string().min(1).max(1000).meta({ description: 'Relative to the folder of the workspace, as notes/plan.md.' }),
    edits: z
      .array(
        z.strictObject({
          old_text: z
            .string()
            .min(1)
            .max(100_000)
            .meta({ description: 'The passage as it is in the file, with its line breaks and indentation.' }),
          new_text: z.string().max(1_000_000).meta({ description: 'What takes its place; empty to remove it.' }),
        }),
      )
      .min(1)
      .max(100)
      .meta({ description: 'In order: an edit sees what those before it changed.' }),
  }),
  output: z.object({
    path: z.string(),
    sizeBytes: z.int(),
    edits: z.int().meta({ description: 'How many passages were replaced.' }),
  }),
  requires: 'files',
  risk: 'medium',
  scope: 'workspace',
  cost: 'free',
  effects: 'write',
  reaches: ['files'],
  describe: ({ path, edits }) => `Change ${edits.length === 1 ? 'one passage' : `${edits.length} passages`} of ${path}`,
  timeoutMs: 30_000,
});
