import { documentWarningText } from '#lib/documents/document-warning.ts';
import { NodeFailure } from '#lib/errors/node-failure.ts';
import type { ReadDocument } from '#lib/ports/document-reader.ts';
import type { FileRef } from '#lib/ports/workspace-files.ts';
import readDocument from '#tools/read_document.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

const FILE_ID = /^(?:file|art)_[0-9A-HJKMNP-TV-Z]{26}$/;

export default defineToolHandler(
  readDocument,
  async ({ input, context }) => {
    const { file, page = null, format, offset, maxChars } = input;
    const { documents } = context.tools;
    if (!documents) throw new NodeFailure('document-unsupported', 'Documents cannot be read here', { path: 'file' });
    let read: ReadDocument;
    let name: string;
    try {
      const stored = await filesOf(context).readFile(context.workspaceId, refOf(file));
      name = stored.name;
      read = await documents.read({ ...stored, format }, context.signal);
    } catch (error) {
      throw NodeFailure.is(error) ? error.inField('file') : error;
    }
    const whole = page === null ? read.text : pageOf(read, page, name);
    const text = whole.slice(offset, offset + maxChars).toWellFormed();
    const end = offset + text.length;
    const title = read.metadata.title;
    return {
      data: {
        name,
        kind: read.kind,
        title: typeof title === 'string' ? title : '',
        page,
        pages: read.pages.length,
        text,
        offset,
        nextOffset: end < whole.length ? end : null,
        chars: whole.length,
      },
      warnings: read.warnings.map((warning) => documentWarningText(warning, context.language)),
      summary: `Read ${text.length} of ${whole.length} characters of ${page === null ? name : `page ${page} of ${name}`}`,
    };
  },
  {
    check: async ({ input: { file }, context }) => {
      try {
        await filesOf(context).locate(context.workspaceId, refOf(file));
      } catch (error) {
        throw NodeFailure.is(error) ? error.inField('file') : error;
      }
    },
  },
);

function refOf(file: string): FileRef {
  return FILE_ID.test(file) ? { fileId: file } : { path: file };
}

/** @throws {NodeFailure} `tool-arguments-invalid` for a page that the document has not */
function pageOf({ pages, text }: ReadDocument, page: number, name: string): string {
  const found = pages.find(({ number }) => number === page);
  if (found) return found.text;
  if (pages.length === 0 && page === 1) return text;
  throw new NodeFailure('tool-arguments-invalid', `${name} has no page ${page}`, {
    path: 'page',
    hint: pages.length === 0 ? 'It has no pages: leave page out' : `It has ${pages.length} pages`,
  });
}
