import { expect, test } from 'vitest';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { readModelCalls } from './read-model-calls.ts';

let seq = 0;
const of = (event: object) =>
  ({ runId: 'run_1', seq: ++seq, at: '2026-01-01T00:00:00.000Z', nodeId: 'ask', ...event }) as PublicEvent;
const worker = { agent: 'reader', toolCallId: 'tc_1' };

function log(): PublicEvent[] {
  seq = 0;
  return [
    of({ type: 'llm_call', callId: 'c1', status: 'running', model: 'local/a', request: { messages: [] } }),
    of({ type: 'content', content: 'lost ' }),
    of({ type: 'llm_stream_retry', attempt: 2, delayMs: 5, error: { code: 'model-failed', message: 'the connection closed' } }),
    of({ type: 'content', content: 'kept' }),
    of({ type: 'tool_call', id: 'tc_1', name: 'delegate', args: { task: 'read' }, status: 'pending' }),
    of({ type: 'llm_call', callId: 'c1', status: 'finished', finishReason: 'tool-calls', durationMs: 12 }),
    of({ type: 'tool_call', id: 'tc_1', name: 'delegate', args: { task: 'read' }, status: 'running' }),
    of({ type: 'llm_call', callId: 'w1', status: 'running', model: 'local/b', parent: worker }),
    of({ type: 'content', nodeId: 'other', content: 'not of this node' }),
    of({ type: 'content', content: 'worker words', parent: worker }),
    of({ type: 'llm_call', callId: 'w1', status: 'finished', parent: worker }),
    of({ type: 'llm_call', callId: 'e1', operation: 'embed', toolCallId: 'tc_1', status: 'running', model: 'small' }),
    of({ type: 'llm_call', callId: 'e1', operation: 'embed', toolCallId: 'tc_1', status: 'finished' }),
    of({ type: 'llm_call', callId: 'c2', status: 'running', model: 'local/a' }),
    of({ type: 'thinking', content: 'hm' }),
  ];
}

test('each call has its request and answer, without the text of a broken stream', () => {
  const [first, second, third, ...more] = readModelCalls(log(), 'ask');
  expect(first).toMatchObject({
    callId: 'c1',
    seq: 1,
    model: 'local/a',
    request: { messages: [] },
    text: 'kept',
    brokenStreams: [{ seq: 3, message: 'the connection closed', delayMs: 5 }],
    state: 'succeeded',
    finishReason: 'tool-calls',
    durationMs: 12,
    toolCalls: [{ id: 'tc_1', name: 'delegate', args: { task: 'read' } }],
  });
  expect(second).toMatchObject({ callId: 'w1', agent: 'reader', text: 'worker words', state: 'succeeded' });
  expect(third).toMatchObject({ callId: 'c2', text: '', thinking: 'hm', state: 'running' });
  expect(more).toEqual([]);
});

test('an earlier moment omits later calls', () => {
  const calls = readModelCalls(log(), 'ask', 4);
  expect(calls).toMatchObject([{ callId: 'c1', text: 'kept', toolCalls: [], state: 'running' }]);
});

test('a call that ended with its process is interrupted, and the call made again is another', () => {
  const events = [
    ...log(),
    of({ type: 'run_resumed', reason: 'process_lost' }),
    of({ type: 'llm_call', callId: 'c3', status: 'running', model: 'local/a' }),
  ];
  expect(readModelCalls(events, 'ask').slice(2)).toMatchObject([
    { callId: 'c2', state: 'cancelled', finishReason: 'process_lost' },
    { callId: 'c3', state: 'running' },
  ]);
});

test('a call without an end of its own ends with its node', () => {
  const events = [...log(), of({ type: 'node_finished', status: 'cancelled' })];
  expect(readModelCalls(events, 'ask')[2]).toMatchObject({ callId: 'c2', state: 'cancelled' });
});

test('a node that asked no model has none', () => {
  expect(readModelCalls(log(), 'nobody')).toEqual([]);
});

test('an answer that was not streamed comes with the end of its call', () => {
  const events = [
    ...log(),
    of({ type: 'llm_call', callId: 'c2', status: 'finished', finishReason: 'stop', content: '{"steps":["One"]}' }),
  ];
  expect(readModelCalls(events, 'ask')[2]).toMatchObject({ callId: 'c2', text: '{"steps":["One"]}', state: 'succeeded' });
});
