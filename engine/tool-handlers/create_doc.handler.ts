import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { Artifact } from '#lib/run/stored-file.ts';
import type { ToolInput } from '#lib/tools/define-tool.ts';
import createDoc from '#tools/create_doc.tool.ts';
import { artifactName, keepArtifact } from '../artifacts/keep-artifact.ts';
import { makeDocument, makeWorkbook } from '../artifacts/make-artifact.ts';
import { defineToolHandler, type ToolContext } from '../contract/define-tool-handler.ts';

export default defineToolHandler(createDoc, async ({ input, context }) => {
  const data = await create(input, context);
  return { data, summary: `Created ${data.name} (${data.sizeBytes} bytes)` };
});

async function create(
  { name, format, title = '', content, sheets }: ToolInput<typeof createDoc>,
  context: ToolContext,
): Promise<Artifact> {
  if (format === 'xlsx') {
    if (!sheets) throw new NodeFailure('document-not-written', 'A workbook needs sheets: give `sheets`', { path: 'sheets' });
    return makeWorkbook({ name, sheets }, context);
  }
  if (content === undefined || content.trim() === '')
    throw new NodeFailure('document-not-written', 'A document needs content: give `content`', { path: 'content' });
  if (format !== 'markdown') return makeDocument({ name, format, title, content }, context);
  const text = title === '' || content.startsWith('# ') ? content : `# ${title}\n\n${content}`;
  return keepArtifact({ name: artifactName(name, 'md'), bytes: new TextEncoder().encode(text) }, context);
}
