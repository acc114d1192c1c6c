import { z } from 'zod';
import { chatAnswerSchema } from '../chat/chat-answer.ts';
import { MAX_TAB_CHARS } from '../ports/session-tabs.ts';
import { jsonObjectSchema } from '../run/json-value.ts';
import { runStatusSchema } from '../run/run-status.ts';
import { tabIdSchema } from '../run/tab-id.ts';
import { todoSchema } from '../run/todo.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { feedbackSchema } from './feedback.contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { runIdSchema } from './run-summary.ts';
import { sessionStatusSchema } from './session-status.ts';
import { storableText } from './storable-text.ts';

const SEARCH_LENGTH = 200;
const NAME_LENGTH = 200;
const name = storableText(z.string().min(1).max(NAME_LENGTH));
const params = z.object({ id: z.string().min(1).max(100) });

const sessionSchema = z
  .object({
    id: z.string(),
    sessionId: z.string().meta({ description: 'Its name, as its caller chose it.' }),
    title: z.string().meta({ description: '`New Chat` until the first message, and then that, unless it was renamed.' }),
    slug: z.string().nullable().meta({ description: 'Endpoint of a published workflow.' }),
    workflowId: z.string().nullable().meta({ description: 'Workflow of a session with a draft.' }),
    user: z.string().nullable(),
    headRunId: z.string().nullable().meta({ description: 'The turn that the next one follows.' }),
    status: sessionStatusSchema.meta({ description: 'Of its latest turn; `idle` before the first one.' }),
    skillId: z.string().nullable().meta({ description: 'The skill that it was begun with, or that is active since.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().meta({ description: 'It is deleted then, unless it has another turn before.' }),
  })
  .register(components, { id: 'Session' });
export type SessionResource = z.output<typeof sessionSchema>;

const listedSessionSchema = sessionSchema
  .extend({
    turns: z.int().nonnegative().meta({ description: 'Number of its turns, of all branches.' }),
    hasNewAnswer: z
      .boolean()
      .meta({ description: 'Its latest turn waited for a person and has ended since its caller last read the session.' }),
  })
  .register(components, { id: 'ListedSession' });
export type ListedSessionResource = z.output<typeof listedSessionSchema>;

const turnArtifactSchema = z
  .object({
    artifactId: z.string(),
    name: z.string(),
    mediaType: z.string(),
    sizeBytes: z.number().nonnegative(),
    revision: z.int().positive(),
  })
  .register(components, { id: 'TurnArtifact' });
export type TurnArtifact = z.output<typeof turnArtifactSchema>;

const turnSchema = z
  .object({
    runId: runIdSchema,
    afterRunId: z
      .string()
      .nullable()
      .meta({ description: 'The turn before. Turns with the same one are branches: an edited or repeated message.' }),
    status: runStatusSchema,
    reason: z.string().nullable(),
    message: z.string().meta({ description: 'The message; empty where the workflow has no text input.' }),
    answer: z.string().nullable().meta({ description: 'Its replies, or else its outputs as text; null while the turn runs.' }),
    answerParts: chatAnswerSchema.meta({
      description:
        'The answer as chat pages show it: texts, sources, files, or that it waits or has failed. Empty while it runs.',
    }),
    inputs: jsonObjectSchema,
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    tokensUsed: z.int().nonnegative(),
    costUsd: z.number().nonnegative().nullable(),
    feedback: feedbackSchema.nullable(),
    artifacts: z.array(turnArtifactSchema).meta({ description: 'What the turn made, each as its newest version.' }),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .register(components, { id: 'SessionTurn' });
export type SessionTurnResource = z.output<typeof turnSchema>;

const sessionShareSchema = z
  .object({
    url: z.string().meta({ description: 'Path of the page on this server, for everybody who knows it.' }),
    sharedAt: z.iso.datetime(),
  })
  .register(components, { id: 'SessionShare' });
export type SessionShare = z.output<typeof sessionShareSchema>;

const sessionWithTurns = sessionSchema
  .extend({
    share: sessionShareSchema.nullable().meta({ description: 'Of a chat that its visitor shared by a link.' }),
    turns: z.array(turnSchema).meta({ description: 'The turns of all branches, oldest first; of more than 2000 the latest.' }),
    // As they were after the latest turn.
    variables: jsonObjectSchema,
    contextSummary: z
      .string()
      .nullable()
      .meta({ description: 'Of the messages that models no longer get. Null while they get all, and for level `summary`.' }),
    todoList: z.array(todoSchema).meta({ description: 'The todos of its structured memory. Empty for level `summary`.' }),
  })
  .register(components, { id: 'SessionWithTurns' });
export type SessionWithTurns = z.output<typeof sessionWithTurns>;

export const listSessions = defineContract({
  name: 'listSessions',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/sessions',
  tag: 'sessions',
  summary: 'List sessions, latest turn first',
  description: 'A key lists the sessions of its endpoint, and only its own unless the deployment shares runs.',
  query: z.object({
    ...pageQuery,
    slug: z.string().max(100).optional(),
    workflowId: z.string().max(100).optional(),
    user: z.string().max(NAME_LENGTH).optional(),
    sessionId: z.string().max(NAME_LENGTH).optional().meta({ description: 'Name of the sessions, in full.' }),
    search: z.string().max(SEARCH_LENGTH).optional().meta({ description: 'Text in title, name or user, in any case.' }),
  }),
  results: { 200: { description: 'One page.', body: pageOf(listedSessionSchema) } },
  errors: [],
});

export const createSession = defineContract({
  name: 'createSession',
  scope: 'run',
  access: 'workspace-or-key',
  method: 'POST',
  path: '/api/v1/sessions',
  tag: 'sessions',
  summary: 'Begin a session',
  description:
    'Begins a session before its first turn, with the endpoint of the key or the draft of a workflow. A start with an unknown `sessionId` begins one, too. 200: there is a session of that name already.',
  body: z.strictObject({
    sessionId: name.optional().meta({ description: 'Its name. Defaults to its id.' }),
    title: z
      .string()
      .trim()
      .min(1)
      .max(NAME_LENGTH)
      .optional()
      .meta({ description: 'Defaults to `New Chat`, until the first message.' }),
    user: name.optional(),
    skillId: z.string().min(1).max(100).nullable().optional().meta({
      description:
        'An enabled skill that is active from the first turn, in nodes that use skills and keep the session. Before the first turn it may be chosen again; null: none.',
    }),
    workflowId: z.string().min(1).max(100).optional().meta({ description: 'For members of the workspace: the workflow.' }),
  }),
  results: {
    200: { description: 'The session that there was.', body: sessionSchema },
    201: { description: 'The new session.', body: sessionSchema },
  },
  errors: ['not-found'],
});

export const getSession = defineContract({
  name: 'getSession',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/sessions/{id}',
  tag: 'sessions',
  summary: 'Get a session with its turns',
  params,
  results: { 200: { description: 'The session.', body: sessionWithTurns } },
  errors: ['not-found'],
});

export const changeSession = defineContract({
  name: 'changeSession',
  scope: 'run',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'PUT',
  path: '/api/v1/sessions/{id}',
  tag: 'sessions',
  summary: 'Rename a session, or choose its branch',
  params,
  body: z.strictObject({
    title: z.string().trim().min(1).max(NAME_LENGTH).optional(),
    headRunId: runIdSchema.optional().meta({ description: 'The turn that the next one follows.' }),
  }),
  results: { 200: { description: 'The session.', body: sessionSchema } },
  errors: ['not-found', 'run-not-found'],
});

export const forkSession = defineContract({
  name: 'forkSession',
  scope: 'run',
  access: 'workspace-or-key',
  takesVisitors: true,
  visitorRate: 'work',
  method: 'POST',
  path: '/api/v1/sessions/{id}/forks',
  tag: 'sessions',
  summary: 'Fork a session',
  description: 'Makes a session that continues after a turn of this one. Both have the turns before; neither changes the other.',
  params,
  body: z.strictObject({
    runId: runIdSchema.optional().meta({ description: 'The last turn that both have. Defaults to the latest one.' }),
    sessionId: name.optional().meta({ description: 'Name of the new session. Defaults to a new one.' }),
  }),
  results: { 201: { description: 'The new session.', body: sessionSchema } },
  errors: ['not-found', 'run-not-found', 'name-taken'],
});

const tabSchema = z
  .object({
    tabId: z.string(),
    at: z.iso.datetime().meta({ description: 'When the page reported it.' }),
    // As the page reported it.
    tab: jsonObjectSchema,
  })
  .register(components, { id: 'SessionTab' });

export const putSessionTab = defineContract({
  name: 'putSessionTab',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'PUT',
  path: '/api/v1/sessions/{id}/tabs/{tabId}',
  tag: 'sessions',
  summary: 'Report what a tab of the page of a session shows',
  description:
    'Models read it with the tool `read_tabs` and the context processor `inject-tabs`. A report with the `seq` of an earlier one of the same page, or a lower one, is dropped. Kept for 24 hours; the 20 latest tabs of a session.',
  params: params.extend({ tabId: tabIdSchema }),
  body: z.strictObject({
    clientId: z.string().min(1).max(100).meta({ description: 'Of the page, which counts its reports with `seq`.' }),
    seq: z.int().nonnegative(),
    tab: z
      .record(z.string(), z.json())
      .refine((tab) => JSON.stringify(tab).length <= MAX_TAB_CHARS, `No more than ${MAX_TAB_CHARS} characters of JSON`)
      .meta({ description: 'Such as `{ url, title, state }`, and whatever the model should know of it.' }),
  }),
  results: { 200: { description: 'Whether it was stored, or dropped.', body: z.object({ isStored: z.boolean() }) } },
  errors: ['not-found'],
});

export const listSessionTabs = defineContract({
  name: 'listSessionTabs',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/sessions/{id}/tabs',
  tag: 'sessions',
  summary: 'List the tabs that the page of a session reported',
  params,
  results: { 200: { description: 'The latest report first.', body: z.object({ items: z.array(tabSchema) }) } },
  errors: ['not-found'],
});

export const shareSession = defineContract({
  name: 'shareSession',
  scope: 'run',
  access: 'workspace-or-key',
  takesVisitors: true,
  visitorRate: 'work',
  method: 'PUT',
  path: '/api/v1/sessions/{id}/share',
  tag: 'sessions',
  summary: 'Share a chat by a link',
  description:
    'Everybody who knows the link reads messages and answers of the current branch as they are now. A further request makes a new link with the turns since then; the one before ends. 403 where `sharing` of the chat page is off.',
  params,
  results: { 200: { description: 'The link.', body: sessionShareSchema } },
  errors: ['not-found', 'permission-denied'],
});

export const unshareSession = defineContract({
  name: 'unshareSession',
  scope: 'run',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'DELETE',
  path: '/api/v1/sessions/{id}/share',
  tag: 'sessions',
  summary: 'End the link of a chat',
  params,
  results: { 204: { description: 'There is no link.' } },
  errors: ['not-found'],
});

export const exportSession = defineContract({
  name: 'exportSession',
  access: 'workspace-or-key',
  takesVisitors: true,
  visitorRate: 'work',
  method: 'GET',
  path: '/api/v1/sessions/{id}/export',
  tag: 'sessions',
  summary: 'Export a session',
  description: 'As a file. `markdown` has the branch of the latest turn, `json` all branches.',
  params,
  query: z.object({ format: z.enum(['json', 'markdown']).default('markdown') }),
  results: { 200: { description: 'The file.', isFile: true } },
  errors: ['not-found'],
});

export const deleteSession = defineContract({
  name: 'deleteSession',
  scope: 'edit',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  tag: 'sessions',
  summary: 'Delete a session',
  description: 'Deletes its turns too, except for those that a fork of it begins with. 409 `run-active` while one has not ended.',
  params,
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found', 'run-active'],
});
