import { expect, test } from 'vitest';
import { workflowOf } from '#tests/support/test-engine.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';
import { addTrigger } from './change-triggers.ts';
import { setSchedule } from './set-schedule.ts';

const empty = workflowOf({ start: ['start', { inputs: [] }] }, []);
const scheduled = addTrigger(empty, triggerRegistry.schedule).workflow;

test('a schedule takes the times of the request, in the zone of the person', () => {
  const [trigger] = setSchedule(scheduled, 'Every Monday at 7:30 am, write a digest', 'Asia/Shanghai').triggers ?? [];
  expect(trigger?.config).toEqual({ every: 'cron', cron: '30 7 * * 1', timeZone: 'Asia/Shanghai' });
});

test('without times in the request the schedule keeps its own', () => {
  const [trigger] = setSchedule(scheduled, 'Write a digest', 'Asia/Shanghai').triggers ?? [];
  expect(trigger?.config).toMatchObject({ cron: '0 9 * * 1-5', timeZone: 'Asia/Shanghai' });
  expect(setSchedule(empty, 'Every day at 8', 'UTC')).toBe(empty);
});
