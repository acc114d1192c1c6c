import { expect, test } from 'vitest';
import { nodeRegistry } from '#nodes/registry.gen.ts';
import { workflowOf } from '#tests/support/test-engine.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { mapTriggerEvent, startInputsOf, triggerEventKey } from '../map-trigger-event.ts';
import { validateWorkflow } from '../validate-workflow.ts';
import { workflowTriggerSchema } from '../workflow.ts';

const inputs = [
  { name: 'text', type: 'text', required: true },
  { name: 'count', type: 'number' },
  { name: 'order', type: 'json' },
];
const base = workflowOf({ start: ['start', { inputs }], end: ['end', { outputs: { said: '{{start.text}}' } }] }, [
  'start -> end',
]);
const hook = { id: 'hook', type: 'webhook', config: { auth: 'none' }, inputs: { text: '{{trigger.body.text}}' } };

function problemsOf(...triggers: object[]) {
  const { errors, warnings } = validateWorkflow({ ...base, triggers }, nodeRegistry, { triggers: triggerRegistry });
  return [...errors, ...warnings].map(({ code, triggerId, path }) => `${triggerId} ${code} ${path}`);
}

test('a trigger that maps its event into the inputs of start is valid', () => {
  expect(
    problemsOf(hook, { id: 'clock', type: 'schedule', config: { cron: '0 9 * * *' }, inputs: { text: 'Good morning' } }),
  ).toEqual([]);
});

test('every mistake names its trigger and field', () => {
  expect(problemsOf({ ...hook, type: 'webhok' })).toEqual(['hook unknown-type type']);
  expect(problemsOf(hook, hook)).toEqual(['hook duplicate-id id']);
  expect(problemsOf({ ...hook, version: 9 })).toEqual(['hook version-newer version']);
  expect(
    problemsOf({ id: 'clock', type: 'schedule', config: { cron: '61 * * * *', timeZone: 'Mars' }, inputs: { text: 'x' } }),
  ).toEqual(['clock invalid-field config.cron', 'clock invalid-field config.timeZone']);
  expect(problemsOf({ ...hook, config: { auth: 'none', methd: 'GET' } })).toEqual(['hook unknown-field config.methd']);
  expect(problemsOf({ ...hook, inputs: {} })).toEqual(['hook missing-field inputs.text']);
  expect(problemsOf({ ...hook, inputs: { ...hook.inputs, other: 1 } })).toEqual(['hook unknown-field inputs.other']);
  expect(problemsOf({ ...hook, inputs: { text: '{{start.text}}' } })).toEqual(['hook unknown-reference inputs.text']);
  expect(problemsOf({ ...hook, inputs: { text: '{{trigger.boddy}}' } })).toEqual(['hook unknown-reference inputs.text']);
  expect(problemsOf({ ...hook, filter: 'trigger.body.n >' })).toEqual(['hook expression-invalid filter']);
  expect(problemsOf({ ...hook, idempotencyKey: '{{trigger.body.id' })).toEqual(['hook expression-invalid idempotencyKey']);
});

test('a request that a node answers needs a respond node', () => {
  expect(problemsOf({ ...hook, config: { auth: 'none', response: 'respond' } })).toEqual(['hook missing-field config.response']);
});

test('a form asks for the inputs that its mapping leaves out, and nothing else can be read of it', () => {
  const form = { id: 'form', type: 'form', config: {} };
  expect(problemsOf({ ...form, inputs: { text: 'From {{trigger.values.count}}' } })).toEqual([]);
  expect(problemsOf({ ...form, inputs: { text: '{{trigger.values.text}}' } })).toEqual(['form unknown-reference inputs.text']);
});

test('an event becomes inputs of the types that start has', () => {
  const trigger = workflowTriggerSchema.parse({
    ...hook,
    inputs: { text: '{{trigger.body.id}}', count: '{{trigger.query.n}}', order: '{{trigger.body}}' },
    filter: 'trigger.query.n != "0"',
    idempotencyKey: '{{trigger.body.id}}',
  });
  const declared = startInputsOf(base);
  const event = { body: { id: 7 }, query: { n: '3' } };
  expect(mapTriggerEvent(trigger, event, declared)).toEqual({ is: 'inputs', inputs: { text: '7', count: 3, order: { id: 7 } } });
  expect(triggerEventKey(trigger, event)).toBe('7');
  expect(mapTriggerEvent(trigger, { ...event, query: { n: '0' } }, declared)).toEqual({ is: 'filtered' });
  // An optional input is left out, a required one is not.
  const optional = { ...trigger, inputs: { text: 'x', count: '{{trigger.body.n}}' } };
  expect(mapTriggerEvent(optional, { body: {}, query: { n: '1' } }, declared)).toEqual({ is: 'inputs', inputs: { text: 'x' } });
  expect(mapTriggerEvent(trigger, { body: {}, query: { n: '1' } }, declared)).toMatchObject({
    is: 'refused',
    reason: expect.stringContaining('inputs.text'),
  });
});
