import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'final_answer',
  title: 'Give the final answer',
  aliases: { 'zh-CN': '给出最终回答' },
  description: 'Ends the task with its answer. Call it once, alone, when everything is done: nothing is read after it.',
  group: 'results',
  input: z.strictObject({
    answer: z.string().min(1).max(1_000_000).meta({ description: 'The whole answer, as the reader will see it.' }),
  }),
  output: z.object({ answer: z.string() }),
  risk: 'low',
  scope: 'workspace',
  cost: 'free',
  effects: 'none',
  reaches: [],
  isAlwaysInline: true,
  timeoutMs: 5000,
});
