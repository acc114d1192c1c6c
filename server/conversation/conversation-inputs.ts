import type { z } from 'zod';
import type { jsonObjectSchema } from '#lib/run/json-value.ts';
import { fileSlotsOf, placeFiles, slotCount } from '#lib/workflow/file-inputs.ts';
import { messageInputs } from '#lib/workflow/message-inputs.ts';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import { requestProblem } from './request-problem.ts';

/** A message of a conversation, with its files. */
export type ConversationMessage = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  readonly files: readonly ConversationFile[];
};
/** A file of a message, as an inline file value. */
export type ConversationFile = { readonly name?: string; readonly mediaType: string; readonly base64: string };

type JsonObject = z.output<typeof jsonObjectSchema>;
type Declared = readonly StartInput[];

type ConversationOptions = {
  readonly declared: Declared;
  readonly given: JsonObject;
  readonly field: string;
  /** In a graph others may have spoken after the user. @defaultValue false */
  readonly mayEndWithAnswer?: boolean;
};

/**
 * Inputs of a run from a conversation, by `messageInputs`; files of the last message go to the file
 * inputs, in order.
 *
 * @param given inputs by name, which replace those of the conversation
 * @throws {AppError} `body-invalid` where the workflow has no input for a part of it
 */
export function conversationInputs(
  messages: readonly ConversationMessage[],
  { declared, given, field, mayEndWithAnswer = false }: ConversationOptions,
): JsonObject {
  const last = messages.findLast(({ role }) => (mayEndWithAnswer ? role === 'user' : role !== 'system'));
  if (last?.role !== 'user') throw requestProblem(field, 'The last message must be one of the user');
  const { message, conversation: whole, instructions } = messageInputs(declared);
  if (!message && !whole)
    throw requestProblem(
      field,
      'The workflow has no text input for a message and no JSON input named messages: its start needs one',
    );
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return {
    ...(message && { [message.name]: last.content }),
    ...(whole && { [whole.name]: messages.map(({ role, content }) => ({ role, content })) }),
    ...(instructions && system.length > 0 && { [instructions.name]: system.join('\n\n') }),
    ...fileInputs(last.files, { declared, field }),
    ...given,
  };
}

/** Files go to the file inputs, in order, and the rest to the first of several. @throws {AppError} `body-invalid` */
export function fileInputs(
  files: readonly ConversationFile[],
  { declared, field }: { readonly declared: Declared; readonly field: string },
): JsonObject {
  const slots = fileSlotsOf(declared);
  const max = slotCount(slots);
  if (files.length > max) throw requestProblem(field, `The message has ${files.length} files, and the workflow takes ${max}`);
  return placeFiles(
    slots,
    files.map((file) => ({ ...file })),
  );
}
