import { expect, test } from 'vitest';
import { RunningCalls } from './running-calls.ts';

/** @returns whether a notification of one client stops the call of another one, or its own */
function isStopped({ called, cancelled }: Readonly<Record<'called' | 'cancelled', string | undefined>>): boolean {
  const calls = new RunningCalls();
  const gone = new AbortController();
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'greet' } };
  const signal = calls.open(call, { keyId: 'key', sessionId: called, gone: gone.signal });
  const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  calls.cancel(notice, { keyId: 'key', sessionId: cancelled });
  gone.abort();
  return signal.aborted;
}

test('only the session of a call may cancel it', () => {
  expect(isStopped({ called: 'one', cancelled: 'one' })).toBe(true);
  expect(isStopped({ called: 'one', cancelled: 'other' })).toBe(false);
  expect(isStopped({ called: 'one', cancelled: undefined })).toBe(false);
});

test('without a session a notification stops nothing, since all clients count their requests from zero', () => {
  expect(isStopped({ called: undefined, cancelled: undefined })).toBe(false);
});
