import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'read_result',
  title: 'Read a large result',
  aliases: { 'zh-CN': '读取完整结果' },
  description:
    'Reads a part of a result that was too large to show, given as { ref, chars, excerpt }. Parts are of its JSON text.',
  group: 'results',
  input: z.strictObject({
    ref: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'Give the ref of a result exactly')
      .meta({ description: 'The `ref` of the result.' }),
    offset: z.int().min(0).default(0).meta({ description: 'The first character of the piece, from 0.' }),
    length: z.int().min(1).max(20_000).default(8000).meta({ description: 'How many characters at most.' }),
  }),
  output: z.object({
    ref: z.string(),
    text: z.string(),
    offset: z.int(),
    nextOffset: z.int().nullable().meta({ description: 'Where the next piece begins; null after the last.' }),
    chars: z.int().meta({ description: 'Of the whole result.' }),
  }),
  isAlwaysInline: true,
  risk: 'low',
  scope: 'workspace',
  cost: 'free',
  effects: 'read',
  reaches: [],
  timeoutMs: 30_000,
});
