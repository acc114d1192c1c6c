import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'workflow_get',
  title: 'Read a workflow',
  aliases: { 'zh-CN': '读取工作流' },
  description: 'Reads one saved workflow: its document (nodes, edges, settings) and its revision, which workflow_update needs.',
  group: 'workflows',
  input: z.strictObject({
    id: z.string().min(1).max(100).meta({ description: 'Id of the workflow, as workflow_list gives it.' }),
  }),
  output: z.object({ id: z.string(), revision: z.int(), document: z.json() }),
  requires: 'workflows',
  risk: 'low',
  effects: 'read',
  scope: 'workspace',
  cost: 'free',
  reaches: ['workflows'],
  timeoutMs: 20_000,
});
