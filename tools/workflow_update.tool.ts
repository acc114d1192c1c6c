import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'workflow_update',
  title: 'Change a workflow',
  aliases: { 'zh-CN': '修改工作流' },
  description:
    'Replaces the document of a saved workflow. Only a document without errors is stored; a person has to approve it first, and another change since the given revision refuses it.',
  group: 'workflows',
  input: z.strictObject({
    id: z.string().min(1).max(100).meta({ description: 'Id of the workflow.' }),
    revision: z.int().min(1).meta({ description: 'The revision that the document is based on.' }),
    document: z.record(z.string(), z.unknown()).meta({ description: 'The whole document, as workflow_get gives it.' }),
  }),
  output: z.object({ id: z.string(), revision: z.int() }),
  requires: 'workflows',
  risk: 'high',
  needsApproval: true,
  effects: 'write',
  describe: ({ id, document }) => `Change the workflow ${id} (${JSON.stringify(document.name ?? '')})`,
  scope: 'workspace',
  cost: 'free',
  reaches: ['workflows'],
  timeoutMs: 20_000,
});
