import { z } from 'zod';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'read_skill',
  title: 'Read a skill',
  aliases: { 'zh-CN': '读取技能' },
  description:
    'Reads the instructions of a skill, or one of the files that they name, such as references/report.md. Read a skill that fits the task before you begin, and its files when its instructions send you there.',
  group: 'skills',
  input: z.strictObject({
    skill: z.string().min(1).max(64).meta({ description: 'Name of the skill.' }),
    path: z.string().min(1).max(200).optional().meta({ description: 'A file of the skill. Its instructions when missing.' }),
    offset: z.int().min(0).default(0).meta({ description: 'The first character, for files that are read in parts.' }),
  }),
  output: z.object({
    skill: z.string(),
    path: z.string(),
    text: z.string(),
    nextOffset: z.int().nullable().meta({ description: 'Where the next part begins; null after the last.' }),
    files: z.array(z.string()).meta({ description: 'The files of the skill.' }),
  }),
  isAlwaysInline: true,
  risk: 'low',
  scope: 'workspace',
  cost: 'free',
  effects: 'read',
  reaches: [],
  timeoutMs: 30_000,
});
