import { z } from 'zod';
import { EVENT_ID } from '../run/event-id.ts';
import { eventLevelSchema } from '../run/event-level.ts';
import { publicEventSchema } from '../run/public-event.ts';
import { runStatusSchema } from '../run/run-status.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { runIdSchema } from './run-summary.ts';

const EVENTS_LIMIT_DEFAULT = 500;
const EVENTS_LIMIT_MAX = 5000;

publicEventSchema.register(components, { id: 'RunEvent' });

export const eventLevel = eventLevelSchema.default('full').meta({
  description: '`full`: all fields. `summary`: without prompts, node inputs and outputs, reasoning and tool arguments.',
});

export const lastEventId = z.string().regex(EVENT_ID, 'Last-Event-ID is the id of the last event received');

const eventPageQuery = {
  after: z.coerce.number().int().nonnegative().optional().meta({ description: 'Only events with a greater `seq`.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(EVENTS_LIMIT_MAX)
    .default(EVENTS_LIMIT_DEFAULT)
    .meta({ description: 'Approximate number of events on a JSON page.' }),
};
const eventPageSchema = z
  .object({
    items: z.array(publicEventSchema),
    nextAfter: z.int().nonnegative().meta({ description: 'Pass it as `after` to read the next page.' }),
    status: runStatusSchema,
    isComplete: z.boolean().meta({ description: 'True if the run has ended and this is the last page.' }),
  })
  .register(components, { id: 'EventPage' });

export const readRunEvents = defineContract({
  name: 'readRunEvents',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/runs/{id}/events',
  tag: 'runs',
  summary: 'Read or stream the events of a run',
  description:
    'Server-sent events by default: `id` names run and event, `event` is the type, `data` the event as JSON. The stream ends after `done`. A run that starts to wait sends a `done` with the status `waiting`; a stream that is opened after that event stays open until the run resumes. `Last-Event-ID` skips events up to that id, `after` up to that `seq`. With `Accept: application/json`: one page of the stored events.',
  params: z.object({ id: runIdSchema }),
  query: z.object({
    ...eventPageQuery,
    events: eventLevel,
  }),
  headers: z.object({
    'last-event-id': lastEventId.optional(),
    accept: z.string().optional(),
  }),
  results: {
    200: {
      description: 'The events.',
      body: eventPageSchema,
      stream: publicEventSchema,
    },
    204: {
      description: 'For streams: the run has ended and there are no further events. An `EventSource` does not reconnect.',
    },
  },
  errors: ['run-not-found', 'rate-limited'],
});

export const readRunLog = defineContract({
  name: 'readRunLog',
  access: 'workspace-or-key',
  takesVisitors: true,
  method: 'GET',
  path: '/api/v1/runs/{id}/log',
  tag: 'runs',
  summary: 'Read a page of the stored events of a run',
  params: z.object({ id: runIdSchema }),
  query: z.object({ ...eventPageQuery, events: eventLevel }),
  results: { 200: { description: 'The events.', body: eventPageSchema } },
  errors: ['run-not-found', 'rate-limited'],
});
