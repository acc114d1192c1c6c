import { z } from 'zod';
import { tabIdSchema } from '#lib/run/tab-id.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

const key = z.string().min(1).max(200).optional();
const input = z.strictObject({
  url: z.string().min(1).max(8192).meta({ description: 'An address that begins with https:// or http://.' }),
  title: z.string().max(200).optional().meta({ description: 'What the person sees as its name.' }),
  tabId: tabIdSchema.optional().meta({ description: 'An earlier tab, to show another address in it. Defaults to a new one.' }),
  viewKey: key.meta({ description: 'For pages with views of their own: which one to open.' }),
  panelKey: key.meta({ description: 'For pages with panels of their own: which one to open it in.' }),
});

export default defineTool({
  id: 'open_url',
  title: 'Open a page for the person',
  aliases: { 'zh-CN': '打开网页' },
  description:
    'Shows the person a page next to the conversation, as a card with its address that the person opens. Use it when the person should see or do something on that page. You do not get the content of the page: read_url reads it, and read_tabs says what became of the tab.',
  group: 'web',
  input,
  output: z.object({
    tabId: z.string(),
    url: z.string(),
    title: z.string(),
    viewKey: z.string().optional(),
    panelKey: z.string().optional(),
  }),
  risk: 'low',
  scope: 'tab',
  cost: 'free',
  effects: 'none',
  reaches: [],
  timeoutMs: 5000,
});
