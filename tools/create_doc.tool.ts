import { z } from 'zod';
import { artifactSchema } from '#lib/run/stored-file.ts';
import { sheetsSchema } from '#lib/slides/workbook.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'create_doc',
  title: 'Create a document',
  aliases: { 'zh-CN': '创建文档' },
  description:
    'Makes a file that people read: a report, a letter or notes as PDF, Word (docx) or Markdown from Markdown text, or an Excel workbook (xlsx) from rows. Write the whole text: headings, lists, tables and images ![alt](path) of the workspace are laid out. For slides use create_slides; for code, HTML or other text create_artifact. Returns the file; the same name once more in a run is a new version of it.',
  group: 'files',
  input: z.strictObject({
    name: z.string().min(1).max(200).meta({ description: 'Of the file, as "Quarterly report". Its ending is added.' }),
    format: z.enum(['pdf', 'docx', 'xlsx', 'markdown']).meta({ description: 'Of the file.' }),
    title: z.string().max(200).optional().meta({ description: 'At the top of a text that does not begin with a heading.' }),
    content: z.string().max(2_000_000).optional().meta({ description: 'Markdown, for every format but xlsx.' }),
    sheets: sheetsSchema.optional().meta({ description: 'For xlsx: the sheets of the workbook.' }),
  }),
  output: artifactSchema,
  requires: 'files',
  risk: 'low',
  scope: 'workspace',
  cost: 'low',
  effects: 'write',
  // Made again it is one more version of the same file.
  isRepeatable: true,
  reaches: ['files'],
  describe: ({ name, format }) => `Create ${name} (${format})`,
  timeoutMs: 120_000,
});
