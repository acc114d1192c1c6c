import { z } from 'zod';
import { artifactSchema } from '#lib/run/stored-file.ts';
import { defineTool } from '#lib/tools/define-tool.ts';

export default defineTool({
  id: 'create_artifact',
  title: 'Create an artifact',
  aliases: { 'zh-CN': '创建制品' },
  description:
    'Keeps a text that you wrote as a file for people, apart from your answer: code, HTML, SVG, CSV, JSON, a diagram. Its name has the ending of its kind, as page.html. Returns the file; give its artifactId to make the next version of it. For PDF, Word and Excel use create_doc.',
  group: 'files',
  input: z.strictObject({
    name: z.string().min(1).max(200).meta({ description: 'With its ending, as chart.svg.' }),
    content: z.string().max(2_000_000).meta({ description: 'All of its text.' }),
    artifactId: z.string().min(1).max(100).optional().meta({ description: 'Of the artifact that this is a new version of.' }),
  }),
  output: artifactSchema,
  requires: 'files',
  // Another file of the workspace may get a new version by its id; the one before is kept.
  risk: ({ artifactId }) => (artifactId === undefined ? 'low' : 'medium'),
  scope: 'workspace',
  cost: 'free',
  effects: 'write',
  isRepeatable: true,
  reaches: ['files'],
  describe: ({ name, content, artifactId }) =>
    `${artifactId === undefined ? 'Create' : `Write a version of ${artifactId} as`} ${name} (${content.length} characters)`,
  checkResult: ({ content }) => (content.trim() === '' ? 'The artifact has no content.' : undefined),
  timeoutMs: 30_000,
});
