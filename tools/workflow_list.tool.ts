import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'workflow_list',
  title: 'List workflows',
  aliases: { 'zh-CN': '列出工作流' },
  description: 'Lists the saved workflows of this workspace, newest first, with id, name and revision.',
  group: 'workflows',
  input: z.strictObject({ cursor: z.string().max(500).optional().meta({ description: 'nextCursor of the previous page.' }) }),
  output: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string(), revision: z.int(), updatedAt: z.string() })),
    nextCursor: z.string().nullable(),
  }),
  requires: 'workflows',
  risk: 'low',
  effects: 'read',
  scope: 'workspace',
  cost: 'free',
  reaches: ['workflows'],
  timeoutMs: 20_000,
});
