import { z } from 'zod';
import { MAX_RECORD_CHARS } from '../ports/user-memory.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { runIdSchema } from './run-summary.ts';
import { storableText } from './storable-text.ts';

const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w-]+$/, 'An id holds letters, digits, _ and - only');
const when = z.iso.datetime();
const text = storableText(z.string().trim().min(1).max(MAX_RECORD_CHARS));
const tag = 'memory';
const root = '/api/v1/memory';

const userSchema = z
  .object({
    userId: z.string(),
    user: z.string().nullable().meta({ description: 'As callers name the user; null for the person who tries a draft.' }),
    slug: z.string().nullable().meta({ description: 'Endpoint of a published workflow.' }),
    workflowId: z.string().nullable().meta({ description: 'Workflow of a draft.' }),
    keyId: z.string().nullable().meta({ description: 'The key whose user it is; null where all keys of the endpoint share.' }),
    createdAt: when,
    changedAt: when,
  })
  .register(components, { id: 'MemoryUser' });
export type MemoryUserResource = z.output<typeof userSchema>;

const listedUserSchema = userSchema
  .extend({
    records: z.int().nonnegative(),
    pending: z.int().nonnegative().meta({ description: 'Runs that are not summarized yet.' }),
  })
  .register(components, { id: 'ListedMemoryUser' });
export type ListedMemoryUserResource = z.output<typeof listedUserSchema>;

const recordSchema = z
  .object({
    recordId: z.string(),
    userId: z.string(),
    source: z.enum(['session', 'run', 'node', 'person']).meta({ description: 'What wrote it.' }),
    text: z.string(),
    runId: z.string().nullable().meta({ description: 'The run that it is from.' }),
    isEdited: z.boolean().meta({ description: 'Corrected by a person.' }),
    createdAt: when,
    changedAt: when,
    expiresAt: when.meta({ description: 'It is deleted then, unless it is changed before.' }),
  })
  .register(components, { id: 'MemoryRecord' });
export type MemoryRecordResource = z.output<typeof recordSchema>;

const userWithRecords = userSchema
  .extend({ records: z.array(recordSchema).meta({ description: 'At most 30.' }) })
  .register(components, { id: 'MemoryUserWithRecords' });
export type MemoryUserWithRecords = z.output<typeof userWithRecords>;

const status = z.enum(['waiting', 'done', 'skipped', 'failed']);
const taskSchema = z
  .object({
    runId: z.string().meta({ description: 'The run that is remembered.' }),
    userId: z.string(),
    user: z.string().nullable(),
    slug: z.string().nullable(),
    status: status.meta({
      description:
        'waiting: for the run, or for its turn; done; skipped: the run did not succeed or was forgotten; failed: no summary was written.',
    }),
    attempts: z.int().nonnegative().meta({ description: 'Attempts that failed.' }),
    problem: z.string().nullable(),
    summaryRunId: z.string().nullable().meta({ description: 'The run that writes the summary.' }),
    recordId: z.string().nullable(),
    createdAt: when,
    finishedAt: when.nullable(),
  })
  .register(components, { id: 'MemoryTask' });
export type MemoryTaskResource = z.output<typeof taskSchema>;

export const listMemoryUsers = defineContract({
  name: 'listMemoryUsers',
  method: 'GET',
  path: `${root}/users`,
  tag,
  summary: 'List users about whom something is remembered, the latest change first',
  query: z.object({
    ...pageQuery,
    search: z.string().min(1).max(200).optional().meta({ description: 'Part of the name or endpoint, in any case.' }),
  }),
  results: { 200: { description: 'One page.', body: pageOf(listedUserSchema) } },
  errors: [],
});

export const getMemoryUser = defineContract({
  name: 'getMemoryUser',
  method: 'GET',
  path: `${root}/users/{userId}`,
  tag,
  summary: 'Read what is remembered about a user',
  params: z.object({ userId: id }),
  query: z.object({
    query: z.string().min(1).max(2000).optional().meta({
      description: 'Only the records that fit it, the best first, as runs find them. Missing: all, the latest first.',
    }),
  }),
  results: { 200: { description: 'The user.', body: userWithRecords } },
  errors: ['not-found'],
});

export const deleteMemoryUser = defineContract({
  name: 'deleteMemoryUser',
  scope: 'edit',
  method: 'DELETE',
  path: `${root}/users/{userId}`,
  tag,
  summary: 'Forget a user',
  description: 'Deletes all records and tasks of the user, and the runs that wrote summaries. Runs of the user stay.',
  params: z.object({ userId: id }),
  results: { 204: { description: 'Forgotten.' } },
  errors: ['not-found'],
});

export const addMemoryRecord = defineContract({
  name: 'addMemoryRecord',
  scope: 'edit',
  method: 'POST',
  path: `${root}/users/{userId}/records`,
  tag,
  summary: 'Add a record about a user',
  params: z.object({ userId: id }),
  body: z.strictObject({ text }),
  results: { 201: { description: 'The record.', body: recordSchema } },
  errors: ['not-found'],
});

export const updateMemoryRecord = defineContract({
  name: 'updateMemoryRecord',
  scope: 'edit',
  method: 'PUT',
  path: `${root}/records/{recordId}`,
  tag,
  summary: 'Correct a record',
  description: 'The summary of the next turn of its session begins with the corrected text.',
  params: z.object({ recordId: id }),
  body: z.strictObject({ text }),
  results: { 200: { description: 'The record.', body: recordSchema } },
  errors: ['not-found'],
});

export const deleteMemoryRecord = defineContract({
  name: 'deleteMemoryRecord',
  scope: 'edit',
  method: 'DELETE',
  path: `${root}/records/{recordId}`,
  tag,
  summary: 'Forget a record',
  description: 'With the runs that wrote it. A summary of it that is being written is not stored.',
  params: z.object({ recordId: id }),
  results: { 204: { description: 'Forgotten.' } },
  errors: ['not-found'],
});

export const listMemoryTasks = defineContract({
  name: 'listMemoryTasks',
  method: 'GET',
  path: `${root}/tasks`,
  tag,
  summary: 'List runs that are or were to be remembered, the latest first',
  query: z.object({ ...pageQuery, status: status.optional(), userId: id.optional() }),
  results: { 200: { description: 'One page.', body: pageOf(taskSchema) } },
  errors: [],
});

export const retryMemoryTask = defineContract({
  name: 'retryMemoryTask',
  scope: 'edit',
  method: 'POST',
  path: `${root}/tasks/{runId}/retry`,
  tag,
  summary: 'Retry a failed task',
  params: z.object({ runId: runIdSchema }),
  results: { 204: { description: 'It is tried again.' } },
  errors: ['not-found'],
});
