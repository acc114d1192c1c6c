import { z } from 'zod';
import { memoryChangeSchema } from '#lib/run/memory.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'update_memory',
  title: 'Update the memory',
  aliases: { 'zh-CN': '更新记忆' },
  description:
    'Writes into the structured memory of this run: goals, decisions with their reasons, todos, facts with numbers and names, and open questions. Write what must survive when the conversation is shortened, each entry complete in itself. `resolved` removes open questions that are answered.',
  group: 'memory',
  input: memoryChangeSchema,
  output: z.object({ written: z.int().meta({ description: 'Entries that the call gave.' }) }),
  risk: 'low',
  scope: 'session',
  cost: 'free',
  effects: 'none',
  reaches: [],
  timeoutMs: 5000,
});
