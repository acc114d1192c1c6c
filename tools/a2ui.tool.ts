import { surfaceSchema } from '#lib/surface/surface.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'a2ui',
  title: 'Answer with an interface',
  aliases: { 'zh-CN': '以界面作答' },
  description:
    'Ends the task with an interface in A2UI: a form, choices, a table of cards. Use it when the person should choose or fill in something, or when a layout is easier to read than a text. Call it once, alone: nothing is read after it. What the person presses comes back as the next message, beginning with the name of the event.',
  group: 'results',
  input: surfaceSchema,
  output: surfaceSchema.pick({ text: true }),
  risk: 'low',
  scope: 'session',
  cost: 'free',
  effects: 'none',
  reaches: [],
  isAlwaysInline: true,
  timeoutMs: 5000,
});
