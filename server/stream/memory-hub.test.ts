import { expect, test } from 'vitest';
import type { StoredEvent } from '#lib/run/run-event.ts';
import { MemoryHub } from './memory-hub.ts';

const event = (seq: number): StoredEvent => ({ seq, type: 'content', json: `{"seq":${seq}}` });
const makeHub = () => {
  const errors: unknown[] = [];
  return { hub: new MemoryHub({ onListenerError: (error) => errors.push(error) }), errors };
};

test('a subscriber sees the events of its run and of no other', () => {
  const { hub } = makeHub();
  const seen: number[] = [];
  hub.subscribe('run_a', (events) => seen.push(...events.map((e) => e.seq)));
  hub.publish('run_b', [event(1)]);
  hub.publish('run_a', [event(2), event(3)]);
  expect(seen).toEqual([2, 3]);
});

test('a listener that throws hurts neither the others nor the publisher, and is reported', () => {
  const { hub, errors } = makeHub();
  const seen: number[] = [];
  hub.subscribe('run_a', () => {
    throw new Error('broken pipe');
  });
  hub.subscribe('run_a', (events) => seen.push(events.length));
  hub.publish('run_a', [event(1)]);
  expect(seen).toEqual([1]);
  expect(errors).toEqual([new Error('broken pipe')]);
});

test('a listener may leave while it is called, and leaving twice is leaving once', () => {
  const { hub } = makeHub();
  let calls = 0;
  const leaveFirst = hub.subscribe('run_a', () => {
    calls++;
    leaveFirst();
  });
  const leaveSecond = hub.subscribe('run_a', () => void calls++);
  hub.publish('run_a', [event(1)]);
  leaveFirst();
  hub.publish('run_a', [event(2)]);
  expect(calls).toBe(3);
  leaveSecond();
  expect(hub.watchedRuns).toBe(0);
});

test('a function that is subscribed twice is called twice and unsubscribed once', () => {
  const { hub } = makeHub();
  let calls = 0;
  const listener = () => void calls++;
  const leave = hub.subscribe('run_a', listener);
  hub.subscribe('run_a', listener);
  hub.publish('run_a', [event(1)]);
  leave();
  hub.publish('run_a', [event(2)]);
  expect(calls).toBe(3);
});

test('a second unsubscribe does not affect later subscribers', () => {
  const { hub } = makeHub();
  const leave = hub.subscribe('run_a', () => {});
  leave();
  let calls = 0;
  hub.subscribe('run_a', () => void calls++);
  leave();
  hub.publish('run_a', [event(1)]);
  expect(calls).toBe(1);
});
