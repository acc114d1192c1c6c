import { NodeFailure } from '#lib/errors/node-failure.ts';
import editFile from '#tools/edit_file.tool.ts';
import { defineToolHandler } from '../contract/define-tool-handler.ts';
import { filesOf } from '../tools/files-of.ts';

export default defineToolHandler(
  editFile,
  async ({ input, context }) => {
    const { path, edits } = input;
    const { sizeBytes } = await filesOf(context).update(context.workspaceId, path, (text) => replaceAll(text, edits));
    const count = edits.length === 1 ? 'one passage' : `${edits.length} passages`;
    return { data: { path, sizeBytes, edits: edits.length }, summary: `Changed ${count} of ${path}` };
  },
  {
    check: async ({ input: { path, edits }, context }) => {
      const { text } = await filesOf(context).read(context.workspaceId, path);
      await filesOf(context).assertWritable(context.workspaceId, path, replaceAll(text, edits));
    },
  },
);

function replaceAll(text: string, edits: readonly Omit<Edit, 'index'>[]): string {
  return edits.reduce((changed, edit, index) => replaceOnce(changed, { ...edit, index }), text);
}

type Edit = { readonly old_text: string; readonly new_text: string; readonly index: number };

function replaceOnce(text: string, { old_text: old, new_text: replacement, index }: Edit): string {
  const at = text.indexOf(old);
  const path = `edits.${index}.old_text`;
  if (at < 0)
    throw new NodeFailure('passage-not-found', `Edit ${index + 1}: the file does not contain ${shown(old)}`, {
      path,
      hint: 'Read the file and copy the passage exactly, with its line breaks and indentation',
    });
  if (text.includes(old, at + 1))
    throw new NodeFailure('passage-not-unique', `Edit ${index + 1}: the file contains ${shown(old)} more than once`, {
      path,
      hint: 'Add lines before or after it until it is unique, or use replace_text to change all of them',
    });
  return text.slice(0, at) + replacement + text.slice(at + old.length);
}

const SHOWN_CHARS = 100;

function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).toWellFormed()}…` : text);
}
