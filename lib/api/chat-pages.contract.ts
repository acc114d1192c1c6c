import { z } from 'zod';
import { chatStepKindSchema } from '../chat/chat-answer.ts';
import { chatLookSchema, defaultChatLook, publicChatLookSchema } from '../chat/chat-look.ts';
import { chatVoiceSchema, noVoice } from '../chat/chat-voice.ts';
import { sharedTurnSchema } from '../chat/shared-turn.ts';
import { originsSchema } from '../text/web-origin.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import { runIdSchema } from './run-summary.ts';

const MAX_RATE = 1_000_000;
const DEFAULT_RATE = 60;
const DEFAULT_VISITOR_RATE = 10;
const params = z.object({ slug: slugSchema });
const rate = z.int().min(1).max(MAX_RATE);

const chatPageFields = {
  access: z.enum(['off', 'public', 'key']).meta({
    description: '`public`: everyone who knows the address may chat. `key`: those with a key of the endpoint. `off`: no page.',
  }),
  origins: originsSchema.meta({
    description: 'Origins of the pages that may show the chat in a frame, as the widget does. None: no page.',
  }),
  ratePerMinute: rate.meta({ description: 'Messages per minute of all visitors of a public page.' }),
  visitorRatePerMinute: rate.meta({ description: 'Messages per minute of one visitor of a public page.' }),
  look: chatLookSchema.register(components, { id: 'ChatLook' }),
  voice: chatVoiceSchema.register(components, { id: 'ChatVoice' }),
};
const chatPageSchema = z.object(chatPageFields).register(components, { id: 'ChatPage' });
export type ChatPageResource = z.output<typeof chatPageSchema>;

/** The page of a deployment that never had one. */
export const noChatPage: ChatPageResource = {
  access: 'off',
  origins: [],
  ratePerMinute: DEFAULT_RATE,
  visitorRatePerMinute: DEFAULT_VISITOR_RATE,
  look: defaultChatLook,
  voice: noVoice,
};

const chatPageDetailSchema = chatPageSchema
  .extend({
    logoUrl: z.string().nullable().meta({ description: 'Path of the logo on this server, while the page is not off.' }),
    userMemoryNodes: z.array(z.string()).meta({
      description:
        'Nodes of the deployed version that write the memory of the user of a run. Visitors of a public page have no user, so that their runs fail there.',
    }),
  })
  .register(components, { id: 'ChatPageDetail' });
export type ChatPageDetail = z.output<typeof chatPageDetailSchema>;

const openedPageSchema = z
  .object({
    slug: slugSchema,
    title: z.string().meta({ description: 'Name of the page, else of the workflow.' }),
    access: z.enum(['public', 'key']),
    opening: z.string(),
    suggestions: z.array(z.string()),
    messageInput: z.string().nullable().meta({ description: 'The input that a message is; null where the workflow takes none.' }),
    fileInputs: z.array(z.string()).meta({ description: 'The inputs that attachments are, in order.' }),
    filesInput: z
      .string()
      .nullable()
      .meta({ description: 'The input that takes all attachments after those, as a list; null where there is none.' }),
    answerNodes: z.array(z.string()).meta({ description: 'Paths of the nodes whose text is shown while it is written.' }),
    stepNodes: z
      .record(z.string(), chatStepKindSchema)
      .meta({ description: 'What nodes do in words of a customer, by path. Nodes that are missing are not shown.' }),
    look: publicChatLookSchema.register(components, { id: 'PublicChatLook' }),
    voice: z
      .object({
        transcribes: z.boolean().meta({ description: 'Whether messages may be spoken.' }),
        speaks: z.boolean().meta({ description: 'Whether answers can be read aloud.' }),
      })
      .register(components, { id: 'OpenedChatVoice' }),
    decides: z
      .boolean()
      .meta({ description: 'Whether its callers decide approvals of their runs. Others learn only that one waits.' }),
  })
  .register(components, { id: 'OpenedChatPage' });
export type OpenedChatPage = z.output<typeof openedPageSchema>;

export const getChatPage = defineContract({
  name: 'getChatPage',
  method: 'GET',
  path: '/api/v1/deployments/{slug}/chat-page',
  tag: 'deployments',
  summary: 'Get the settings of a chat page',
  params,
  results: { 200: { description: 'Who may chat, and where.', body: chatPageDetailSchema } },
  errors: ['not-found'],
});

export const changeChatPage = defineContract({
  name: 'changeChatPage',
  method: 'PUT',
  path: '/api/v1/deployments/{slug}/chat-page',
  tag: 'deployments',
  summary: 'Open or close the chat page of a deployment',
  description: 'The page is at `/chat/{slug}`. Missing fields are not changed.',
  params,
  body: z.strictObject({
    access: chatPageFields.access.optional(),
    origins: chatPageFields.origins.optional(),
    ratePerMinute: chatPageFields.ratePerMinute.optional(),
    visitorRatePerMinute: chatPageFields.visitorRatePerMinute.optional(),
    look: chatPageFields.look.optional().meta({ description: 'Replaces the whole look; missing fields have their defaults.' }),
    voice: chatPageFields.voice.optional().meta({ description: 'Replaces all of it; without a model there is no button.' }),
  }),
  results: { 200: { description: 'The settings.', body: chatPageDetailSchema } },
  errors: ['not-found', 'body-invalid', 'model-not-found'],
});

export const openChatPage = defineContract({
  name: 'openChatPage',
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/chat/{slug}/page',
  tag: 'chat',
  summary: 'Get what a chat page shows first',
  params,
  results: { 200: { description: 'The page.', body: openedPageSchema } },
  errors: ['not-found'],
});

export const getChatLogo = defineContract({
  name: 'getChatLogo',
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/chat/{slug}/logo',
  tag: 'chat',
  summary: 'Get the logo of a chat page',
  description: 'As `look.logoUrl` of the page names it, which changes with the image.',
  params,
  query: z.object({ v: z.string().max(100).optional() }),
  results: { 200: { description: 'The image.', isFile: true, mediaType: 'image/png' } },
  errors: ['not-found'],
});

const sharedChatSchema = z
  .object({
    slug: slugSchema,
    title: z.string().meta({ description: 'Of the chat.' }),
    name: z.string().meta({ description: 'Of the page, else of the workflow.' }),
    look: publicChatLookSchema,
    sharedAt: z.iso.datetime(),
    turns: z.array(sharedTurnSchema),
  })
  .register(components, { id: 'SharedChat' });
export type SharedChat = z.output<typeof sharedChatSchema>;

export const getSharedChat = defineContract({
  name: 'getSharedChat',
  access: 'anyone',
  method: 'GET',
  path: '/api/v1/chat/{slug}/shared/{token}',
  tag: 'chat',
  summary: 'Read a chat that a visitor shared',
  description:
    'Messages and answers as they were when it was shared, without files. 404 once it is shared no more, or the page has `sharing` off.',
  params: params.extend({ token: z.string().min(20).max(100) }),
  results: { 200: { description: 'The chat.', body: sharedChatSchema } },
  errors: ['not-found'],
});

export const createVisitor = defineContract({
  name: 'createVisitor',
  access: 'anyone',
  visitorRate: 'work',
  method: 'POST',
  path: '/api/v1/chat/{slug}/visitors',
  tag: 'chat',
  summary: 'Become a visitor of a public chat page',
  description:
    'The token is used like a key, for chats of this endpoint and nothing else. A visitor sees the own sessions and runs. Nothing is stored for it.',
  params,
  results: {
    201: {
      description: 'A new visitor.',
      body: z.object({ token: z.string(), expiresAt: z.iso.datetime() }).register(components, { id: 'ChatVisitor' }),
    },
  },
  errors: ['not-found'],
});

export const transcribeMessage = defineContract({
  name: 'transcribeMessage',
  scope: 'run',
  access: 'workspace-or-key',
  takesVisitors: true,
  visitorRate: 'work',
  countsAsStart: true,
  method: 'POST',
  path: '/api/v1/chat/{slug}/transcriptions',
  tag: 'chat',
  summary: 'Transcribe a spoken message',
  description:
    'With the `transcriptionModel` of the chat page; 404 where it has none. Nothing is sent and nothing is stored. Counts like a message. The content decides the format: WebM, Ogg, MP4 or WAV.',
  params,
  upload: {
    description: 'The recording, at most 5 MB and 5 minutes.',
    mediaTypes: ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/wav', 'application/octet-stream'],
  },
  results: {
    200: {
      description: 'The text; empty for silence.',
      body: z.object({ text: z.string() }).register(components, { id: 'ChatTranscript' }),
    },
  },
  errors: ['not-found', 'document-unusable'],
});

const MAX_PART = 100;

export const speakAnswer = defineContract({
  name: 'speakAnswer',
  scope: 'run',
  access: 'workspace-or-key',
  takesVisitors: true,
  visitorRate: 'work',
  countsAsStart: true,
  method: 'POST',
  path: '/api/v1/chat/{slug}/turns/{runId}/speech',
  tag: 'chat',
  summary: 'Read an answer aloud',
  description:
    'With the `speechModel` of the chat page; 404 where it has none. Speaks the text of the answer as its caller may read it, one part after the other. Counts like a message.',
  params: params.extend({ runId: runIdSchema }),
  body: z.strictObject({
    part: z
      .int()
      .min(0)
      .max(MAX_PART)
      .default(0)
      .meta({ description: 'Of a long answer. The first one has at most 800 characters.' }),
  }),
  results: {
    200: { description: 'The audio, in the format of the model.', isFile: true, mediaType: 'audio/mpeg' },
    204: { description: 'The answer has no such part, or no text.' },
  },
  errors: ['not-found', 'run-not-found', 'run-active'],
});
