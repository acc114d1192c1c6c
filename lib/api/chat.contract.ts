import { z } from 'zod';
import { jsonObjectSchema } from '../run/json-value.ts';
import { publicEventSchema } from '../run/public-event.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import { startErrors, startHeaders, startResults, turnFields } from './run-starts.contract.ts';
import { storableText } from './storable-text.ts';

const MAX_MESSAGES = 5000;
const MAX_PARTS = 1000;
const MAX_ATTACHMENTS = 20;
const sessionName = storableText(z.string().min(1).max(200));

const uiPartSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  mediaType: z.string().optional(),
  filename: z.string().optional(),
  url: z.string().optional(),
});

const uiMessageSchema = z
  .looseObject({ id: z.string(), role: z.enum(['system', 'user', 'assistant']), parts: z.array(uiPartSchema).max(MAX_PARTS) })
  .register(components, { id: 'UiMessage' });
export type UiMessageResource = z.output<typeof uiMessageSchema>;

const attachmentSchema = z.strictObject({
  type: z.enum(['file', 'image']).default('file'),
  fileId: z.string().min(1).max(100).meta({ description: 'Id of an uploaded file.' }),
});

const more = {
  user: z.string().min(1).max(200).optional().meta({ description: 'Identifier of the end user, who has sessions of their own.' }),
  inputs: jsonObjectSchema.optional().meta({ description: 'Further inputs of `start`, besides the message and the files.' }),
};

/** As the AI SDK's `DefaultChatTransport` sends it. What it adds besides is ignored. */
const uiChatSchema = z.object({
  id: sessionName.meta({ description: 'The session: the id of the chat.' }),
  messages: z.array(uiMessageSchema).min(1).max(MAX_MESSAGES),
  trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
  messageId: z.string().optional().meta({ description: 'The message that is edited or generated again.' }),
  ...more,
});
export type UiChat = z.output<typeof uiChatSchema>;

const plainChatSchema = z.strictObject({
  sessionId: sessionName,
  content: z.string().meta({ description: 'The message.' }),
  attachments: z.array(attachmentSchema).max(MAX_ATTACHMENTS).default([]),
  afterRunId: turnFields.afterRunId,
  ...more,
});
export type PlainChat = z.output<typeof plainChatSchema>;

const params = z.object({ slug: slugSchema });
const sessionParams = z.object({ slug: slugSchema, sessionId: sessionName });
const query = z.object({ user: z.string().max(200).optional() });

export const chat = defineContract({
  name: 'chat',
  notOfVisitors: ['user'],
  access: 'key',
  takesVisitors: true,
  method: 'POST',
  path: '/api/v1/chat/{slug}',
  tag: 'chat',
  summary: 'Send a message',
  description:
    'Runs the published workflow as the next turn of a session. The message is its first text input, or the one that `start` names; attachments are its file inputs, in order. A body with `messages` is that of the AI SDK: the response is its UI message stream, with the id of the run as the id of the answer; only the last user message is read, and which turn it follows from the message before. Any other body gets run events.',
  params,
  headers: startHeaders,
  body: z.union([uiChatSchema, plainChatSchema]),
  results: {
    200: { description: 'The turn, as run events or as a UI message stream.', stream: publicEventSchema },
    204: startResults[204],
  },
  errors: startErrors,
});

export const resumeChat = defineContract({
  name: 'resumeChat',
  notOfVisitors: ['user'],
  access: 'key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/chat/{slug}/{sessionId}/stream',
  tag: 'chat',
  summary: 'Resume the stream of a turn',
  description:
    'The UI message stream of the turn that has not ended, from its beginning: nothing is lost by a cut connection or a reloaded page. 204 when there is none.',
  params: sessionParams,
  query,
  results: {
    200: { description: 'The turn as a UI message stream.', stream: z.looseObject({ type: z.string() }) },
    204: { description: 'No turn is queued, running or waiting.' },
  },
  errors: [],
});

export const getChatMessages = defineContract({
  name: 'getChatMessages',
  notOfVisitors: ['user'],
  access: 'key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/chat/{slug}/{sessionId}/messages',
  tag: 'chat',
  summary: 'Get the messages of a session',
  description: 'The messages of its current branch as the AI SDK takes them, oldest first; empty for a session without a turn.',
  params: sessionParams,
  query,
  results: { 200: { description: 'The messages.', body: z.object({ messages: z.array(uiMessageSchema) }) } },
  errors: [],
});
