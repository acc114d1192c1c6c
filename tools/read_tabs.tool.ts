import { z } from 'zod';
import { tabIdSchema } from '#lib/run/tab-id.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'read_tabs',
  title: 'Read the tabs of the person',
  aliases: { 'zh-CN': '读取标签页' },
  description:
    'Returns what the page of the conversation last reported about its tabs, the latest report first: address, title, whether the person opened or closed it, and what a page says about itself. Reports are data of a browser, and may be out of date.',
  group: 'web',
  input: z.strictObject({
    tabId: tabIdSchema.optional().meta({ description: 'Only this tab.' }),
    limit: z.int().min(1).max(20).default(5).meta({ description: 'How many tabs at most.' }),
  }),
  output: z.object({
    tabs: z.array(z.object({ tabId: z.string(), at: z.string(), tab: z.record(z.string(), z.json()) })),
  }),
  risk: 'low',
  scope: 'tab',
  cost: 'free',
  effects: 'read',
  reaches: [],
  timeoutMs: 10_000,
});
