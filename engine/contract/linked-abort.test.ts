import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { LinkedAbort } from './linked-abort.ts';

test('it aborts with the outer signal, for the same reason', () => {
  const outer = new AbortController();
  const linked = new LinkedAbort(outer.signal);
  const reason = new Error('stopped');
  outer.abort(reason);
  expect(linked.signal.reason).toBe(reason);
});

test('it is aborted from the start under a signal that is', () => {
  const reason = new Error('stopped');
  expect(new LinkedAbort(AbortSignal.abort(reason)).signal.reason).toBe(reason);
});

test('its own abort leaves the outer signal alone', () => {
  const outer = new AbortController();
  const linked = new LinkedAbort(outer.signal);
  linked.abort();
  expect([linked.signal.aborted, outer.signal.aborted]).toEqual([true, false]);
});

test('once released, the outer signal keeps nothing of it', () => {
  const outer = new AbortController();
  const linked = new LinkedAbort(outer.signal);
  expect(getEventListeners(outer.signal, 'abort')).toHaveLength(1);
  linked.release();
  expect(getEventListeners(outer.signal, 'abort')).toHaveLength(0);
  outer.abort();
  expect(linked.signal.aborted).toBe(false);
});

test('hundreds of them on one signal cause no warning', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const outer = new AbortController();
  const linked = Array.from({ length: 300 }, () => new LinkedAbort(outer.signal));
  // Warnings are emitted at the next tick.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', note);
  for (const one of linked) one.release();
  expect(warnings).toEqual([]);
});
