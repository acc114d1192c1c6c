import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'workflow_create',
  title: 'Create a workflow',
  aliases: { 'zh-CN': '新建工作流' },
  description:
    'Stores a new workflow and returns its id. Only a document without errors is stored; a person has to approve it first.',
  group: 'workflows',
  input: z.strictObject({
    document: z.record(z.string(), z.unknown()).meta({ description: 'The whole document, as workflow_get gives it.' }),
  }),
  output: z.object({ id: z.string(), revision: z.int() }),
  requires: 'workflows',
  risk: 'high',
  needsApproval: true,
  effects: 'write',
  describe: ({ document }) => `Create the workflow ${JSON.stringify(document.name ?? '')}`,
  scope: 'workspace',
  cost: 'free',
  reaches: ['workflows'],
  timeoutMs: 20_000,
});
