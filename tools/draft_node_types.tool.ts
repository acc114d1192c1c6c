import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'draft_node_types',
  title: 'Look up node types',
  aliases: { 'zh-CN': '查询节点类型' },
  description:
    'Lists the node types that workflows are made of. With ids it returns the guide of each: config fields, ports and examples. Read the guide of a type before you propose a node of it.',
  group: 'workflows',
  input: z.strictObject({
    ids: z
      .array(z.string().max(64))
      .max(10)
      .optional()
      .meta({ description: 'Types to describe. All in one line each when missing.' }),
  }),
  output: z.object({ types: z.array(z.object({ id: z.string(), text: z.string() })) }),
  isAlwaysInline: true,
  risk: 'low',
  scope: 'session',
  cost: 'free',
  effects: 'none',
  reaches: [],
  isInternal: true,
  timeoutMs: 30_000,
});
