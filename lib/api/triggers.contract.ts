import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { slugSchema } from './deployments.contract.ts';
import { pageOf, pageQuery } from './page.ts';

const id = z.string().min(1).max(100);
const eventStatuses = ['pending', 'started', 'filtered', 'duplicate', 'skipped', 'refused'] as const;
const eventStatus = z.enum(eventStatuses).meta({
  description:
    '`started`: a run was started. `filtered`: the filter was false. `duplicate`: the key came before. `skipped`: a missed time, or another run was active. `refused`: `reason` says why.',
});
const params = z.object({ slug: slugSchema, triggerId: id });
const event = z.record(z.string(), z.json()).meta({ description: 'The event, as `trigger` in expressions.' });

const triggerSchema = z
  .object({
    slug: slugSchema,
    triggerId: id,
    type: z.string(),
    label: z.string(),
    version: z.int().positive().meta({ description: 'The version that has it.' }),
    isArmed: z.boolean().meta({ description: 'Whether the deployed version has it, not disabled.' }),
    isOn: z.boolean().meta({ description: 'The switch, which deployments do not change.' }),
    address: z.string().nullable().meta({ description: 'Path of its requests; null for a kind that takes none.' }),
    needsSecret: z.boolean().meta({ description: 'Requests are checked with a secret.' }),
    hasSecret: z.boolean().meta({ description: 'It has one; without it, requests are refused.' }),
    nextAt: z.iso.datetime().nullable().meta({ description: 'When it is due next.' }),
    failure: z.string().nullable().meta({ description: 'Why its last turn failed, or what was wrong with what it found.' }),
    lastEvent: z.object({ status: eventStatus, receivedAt: z.iso.datetime() }).nullable(),
  })
  .register(components, { id: 'Trigger' });
export type TriggerResource = z.output<typeof triggerSchema>;

const eventFields = {
  eventId: z.string(),
  status: eventStatus,
  reason: z.string().nullable().meta({ description: 'Why it started no run. Of a duplicate, the id of the first event.' }),
  runId: z.string().nullable().meta({ description: 'Its run; of a duplicate, that of the first event.' }),
  version: z.int().positive(),
  replayOf: z.string().nullable().meta({ description: 'The received event that was replayed, also where a replay of it was.' }),
  dueAt: z.iso.datetime().nullable().meta({ description: 'The scheduled time.' }),
  receivedAt: z.iso.datetime(),
};
const triggerEventSchema = z.object(eventFields).register(components, { id: 'TriggerEvent' });
export type TriggerEventResource = z.output<typeof triggerEventSchema>;

export const listTriggers = defineContract({
  name: 'listTriggers',
  method: 'GET',
  path: '/api/v1/workflows/{id}/triggers',
  tag: 'triggers',
  summary: 'List the triggers of the deployments of a workflow',
  params: z.object({ id }),
  results: { 200: { description: 'By endpoint and trigger.', body: z.object({ items: z.array(triggerSchema) }) } },
  errors: ['not-found'],
});

export const setTrigger = defineContract({
  name: 'setTrigger',
  scope: 'edit',
  method: 'PUT',
  path: '/api/v1/deployments/{slug}/triggers/{triggerId}',
  tag: 'triggers',
  summary: 'Switch a trigger on or off',
  description: 'Times that pass while it is off are not caught up. Events received before still start their runs.',
  params,
  body: z.strictObject({ isOn: z.boolean() }),
  results: { 200: { description: 'The trigger.', body: triggerSchema } },
  errors: ['not-found'],
});

export const setTriggerSecret = defineContract({
  name: 'setTriggerSecret',
  method: 'POST',
  path: '/api/v1/deployments/{slug}/triggers/{triggerId}/secret',
  tag: 'triggers',
  summary: 'Make or set the secret of a trigger',
  description: 'Replaces the one before. A secret is stored encrypted and returned only when it is made here.',
  params,
  body: z.strictObject({
    secret: z
      .string()
      .min(8)
      .max(500)
      .regex(/^\P{Cc}+$/u, 'A secret has no control characters')
      .optional()
      .meta({ description: 'That of the service that sends requests; `user:password` for basic. Missing: a new one is made.' }),
  }),
  results: {
    200: {
      description: 'Set.',
      body: z.object({ secret: z.string().nullable().meta({ description: 'The new secret; null if it was given.' }) }),
    },
  },
  errors: ['not-found'],
});

export const listTriggerEvents = defineContract({
  name: 'listTriggerEvents',
  method: 'GET',
  path: '/api/v1/deployments/{slug}/triggers/{triggerId}/events',
  tag: 'triggers',
  summary: 'List the events of a trigger, newest first',
  params,
  query: z.object({ ...pageQuery, status: z.enum(eventStatuses).optional() }),
  results: { 200: { description: 'One page.', body: pageOf(triggerEventSchema) } },
  errors: ['not-found'],
});

export const getTriggerEvent = defineContract({
  name: 'getTriggerEvent',
  method: 'GET',
  path: '/api/v1/trigger-events/{eventId}',
  tag: 'triggers',
  summary: 'Get an event with its content',
  params: z.object({ eventId: id }),
  results: {
    200: {
      description: 'The event.',
      body: z
        .object({ ...eventFields, slug: slugSchema, triggerId: id, event })
        .register(components, { id: 'TriggerEventDetail' }),
    },
  },
  errors: ['not-found'],
});

export const replayTriggerEvent = defineContract({
  name: 'replayTriggerEvent',
  scope: 'run',
  method: 'POST',
  path: '/api/v1/trigger-events/{eventId}/replay',
  tag: 'triggers',
  summary: 'Start a run for an event again',
  params: z.object({ eventId: id }),
  body: z.strictObject({
    on: z.enum(['live', 'draft']).default('live').meta({
      description: '`live`: a new event of the deployed version. `draft`: a run of the draft with its trigger of this id.',
    }),
  }),
  results: {
    202: {
      description: 'Stored. On `live` the history of the trigger says what became of it.',
      body: z.object({ eventId: z.string().nullable(), runId: z.string() }).register(components, { id: 'TriggerReplay' }),
    },
  },
  errors: ['not-found', 'workflow-invalid', 'inputs-invalid'],
});

const listenerSchema = z
  .object({
    token: z.string(),
    address: z.string().meta({ description: 'Path that takes one request without a check, for a kind that takes requests.' }),
    event: event.nullable().meta({ description: 'null until one comes.' }),
    expiresAt: z.iso.datetime(),
  })
  .register(components, { id: 'TriggerListener' });

export const listenToTrigger = defineContract({
  name: 'listenToTrigger',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/workflows/{id}/triggers/{triggerId}/listeners',
  tag: 'triggers',
  summary: 'Wait for the next event of a trigger',
  description:
    'The event starts no run here: it is for tests. It comes to the address of the listener, or to the deployed trigger of this id, whose run starts as always.',
  params: z.object({ id, triggerId: id }),
  results: { 201: { description: 'Listens for ten minutes.', body: listenerSchema } },
  errors: ['not-found'],
});

export const getTriggerListener = defineContract({
  name: 'getTriggerListener',
  method: 'GET',
  path: '/api/v1/trigger-listeners/{token}',
  tag: 'triggers',
  summary: 'Get the event that a listener waited for',
  params: z.object({ token: z.string().min(1).max(100) }),
  results: { 200: { description: 'The listener.', body: listenerSchema } },
  errors: ['not-found'],
});
