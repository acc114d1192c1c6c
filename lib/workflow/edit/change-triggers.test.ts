import { expect, test } from 'vitest';
import { workflowOf } from '#tests/support/test-engine.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { addTrigger, changeTrigger, removeTrigger } from './change-triggers.ts';

const empty = workflowOf({ start: ['start', { inputs: [] }] }, []);

test('triggers are added under free ids, changed and removed', () => {
  const first = addTrigger(empty, triggerRegistry.webhook);
  const second = addTrigger(first.workflow, triggerRegistry.webhook);
  expect([first.triggerId, second.triggerId]).toEqual(['webhook', 'webhook_2']);
  const filtered = changeTrigger(second.workflow, 'webhook_2', (trigger) => ({ ...trigger, filter: 'true' }));
  expect(filtered.triggers?.[1]).toMatchObject({ id: 'webhook_2', filter: 'true' });
  const cleared = changeTrigger(filtered, 'webhook_2', (trigger) => ({ ...trigger, filter: undefined }));
  expect(cleared.triggers?.[1]).not.toHaveProperty('filter');
  expect(changeTrigger(cleared, 'other', (trigger) => ({ ...trigger, label: 'x' }))).toBe(cleared);
  expect(removeTrigger(removeTrigger(cleared, 'webhook'), 'webhook_2')).toEqual(empty);
});
