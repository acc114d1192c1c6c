import type { PlainChat, UiChat } from '#lib/api/chat.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { messageFileSlots, messageInputOf } from '#lib/workflow/chat-texts.ts';
import { placeFiles, slotCount } from '#lib/workflow/file-inputs.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

type Said = { readonly text: string; readonly files: readonly Record<string, unknown>[]; readonly path: string };

/**
 * The inputs of a turn: the message, its files in order, and what else was given.
 * @throws {AppError} `inputs-invalid` when the workflow takes no message, or fewer files
 */
export function chatInputs(workflow: Workflow, body: UiChat | PlainChat): Record<string, unknown> {
  const said = 'messages' in body ? saidIn(body) : saidPlainly(body);
  const start = workflow.nodes.find(({ type }) => type === 'start')?.config ?? {};
  const input = messageInputOf(start);
  if (!input) throw unfit('This workflow has no text input that could be the message of a chat.', 'inputs');
  const slots = messageFileSlots(start);
  const max = slotCount(slots);
  if (said.files.length > max)
    throw unfit(`The message has ${said.files.length} files, and this workflow takes ${max}.`, said.path);
  return { ...body.inputs, ...placeFiles(slots, said.files), [input.name]: said.text };
}

function saidPlainly({ content, attachments }: PlainChat): Said {
  return { text: content, files: attachments.map(({ fileId }) => ({ fileId })), path: 'attachments' };
}

function saidIn({ messages }: UiChat): Said {
  const last = messages.findLast(({ role }) => role === 'user');
  if (!last) throw unfit('The messages contain none of the user.', 'messages');
  const text = last.parts.flatMap((part) => (part.type === 'text' ? (part.text ?? '') : [])).join('\n');
  const files = last.parts.filter(({ type }) => type === 'file').map(readFile);
  return { text, files, path: 'messages' };
}

const BASE64_URL = /^data:([^;,]+)(?:;[^,;]+)*;base64,/;

/** A file part has its content as a data URL, or names an upload. No other address is opened. */
function readFile({ url = '', mediaType, filename }: UiChat['messages'][number]['parts'][number]): Record<string, unknown> {
  const uploaded = /^file:([\w-]{1,100})$/.exec(url)?.[1];
  if (uploaded !== undefined) return { fileId: uploaded };
  const data = BASE64_URL.exec(url.slice(0, 500));
  if (!data) throw unfit('A file is given as a data URL in base64, or as file:<id> of an upload.', 'messages');
  return {
    name: filename ?? 'file',
    mediaType: mediaType ?? data[1] ?? 'application/octet-stream',
    base64: url.slice(data[0].length),
  };
}

function unfit(message: string, path: string): AppError {
  return new AppError('inputs-invalid', message, { details: { problems: [{ path, message }] } });
}
