import { expect, test } from 'vitest';
import { workflowOf } from '#tests/support/test-engine.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { mapTriggerEvent, startInputsOf } from '../map-trigger-event.ts';
import { addFirstInputs } from './add-first-inputs.ts';
import { addTrigger } from './change-triggers.ts';

const empty = workflowOf({ start: ['start', { inputs: [] }] }, []);
const given = Object.values(triggerRegistry).filter((definition) => 'firstInputs' in definition);

test.each(given)('the inputs that $id adds take what its event brings', (definition) => {
  const { workflow, triggerId } = addTrigger(empty, definition);
  const filled = addFirstInputs(workflow, definition, triggerId);
  const inputs = startInputsOf(filled);
  expect(inputs.map(({ name }) => name)).toEqual(Object.keys(definition.firstInputs ?? {}));
  const config = definition.config.parse(filled.triggers?.[0]?.config);
  const event = definition.sampleEvent(config as never, new Date(0)) as never;
  expect(mapTriggerEvent(filled.triggers?.[0] as never, event, inputs)).toMatchObject({ is: 'inputs' });
});

test('a workflow with inputs keeps them', () => {
  const declared = workflowOf({ start: ['start', { inputs: [{ name: 'text', type: 'text' }] }] }, []);
  const { workflow, triggerId } = addTrigger(declared, triggerRegistry.webhook);
  expect(addFirstInputs(workflow, triggerRegistry.webhook, triggerId)).toBe(workflow);
});
