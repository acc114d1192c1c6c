import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'workflow_validate',
  title: 'Check a workflow',
  aliases: { 'zh-CN': '检查工作流' },
  description: 'Checks a workflow document and lists its errors and warnings with node, field and what to do. Stores nothing.',
  group: 'workflows',
  input: z.strictObject({
    document: z.record(z.string(), z.unknown()).meta({ description: 'The whole document, as workflow_get gives it.' }),
  }),
  output: z.object({ valid: z.boolean(), errors: z.array(z.json()), warnings: z.array(z.json()) }),
  requires: 'workflows',
  risk: 'low',
  effects: 'read',
  scope: 'workspace',
  cost: 'free',
  reaches: ['workflows'],
  timeoutMs: 20_000,
});
