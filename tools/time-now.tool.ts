import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'time-now',
  title: 'Current time',
  aliases: { 'zh-CN': '当前时间' },
  description:
    'Returns the current date and time, with the weekday. Use it whenever an answer depends on what day or time it is.',
  group: 'time',
  input: z.strictObject({
    timezone: z
      .string()
      .max(100)
      .default('UTC')
      .meta({ description: 'IANA name of the time zone, such as Europe/Paris or Asia/Shanghai.' }),
  }),
  output: z.object({
    iso: z.iso.datetime({ offset: true }).meta({ description: 'Local time with its offset from UTC.' }),
    unixMs: z.int().meta({ description: 'Milliseconds since 1970.' }),
    timezone: z.string(),
    weekday: z.string().meta({ description: 'In English.' }),
  }),
  risk: 'low',
  scope: 'workspace',
  cost: 'free',
  effects: 'read',
  reaches: [],
  timeoutMs: 5000,
});
