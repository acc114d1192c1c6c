import { expect, test } from 'vitest';
import { chatAnswerOf, chatStepsOf } from './answer-of-run.ts';
import type { PublicEvent } from './public-event.ts';
import { reduceRunEvents } from './reduce-run.ts';
import { initialRunState } from './run-state.ts';

const at = '2026-11-30T10:00:00.000Z';
const event = (seq: number, fields: object) => ({ runId: 'run_01abcdef', seq, at, ...fields }) as PublicEvent;
const stateOf = (...events: object[]) =>
  reduceRunEvents(
    initialRunState,
    events.map((fields, index) => event(index + 1, fields)),
  );
const view = { answerNodes: new Set(['write']), language: 'en' } as const;
const begun = { type: 'run_started' };
const node = (nodeId: string) => ({ type: 'node_started', nodeId, attempt: 1 });
const text = (nodeId: string, content: string) => ({ type: 'content', nodeId, content });

test('the text that is the answer is shown while it is written, and JSON is not', () => {
  expect(chatAnswerOf(stateOf(begun, node('write'), text('write', 'Seven '), node('sort'), text('sort', 'x')), view)).toEqual([
    { kind: 'text', markdown: 'Seven ' },
  ]);
  for (const json of ['{', '{"category":', '[{"a"', '```json\n'])
    expect(chatAnswerOf(stateOf(begun, node('write'), text('write', json)), view)).toEqual([]);
  expect(chatAnswerOf(stateOf(begun, node('write'), text('write', '[1] says')), view)).toHaveLength(1);
});

test('a run that waits for a person says so below what it has replied, and a failure has a reference', () => {
  const asked = {
    type: 'confirm_required',
    actionId: 'a',
    nodeId: 'ok',
    kind: 'value',
    tool: 'value',
    description: '',
    expiresAt: at,
  };
  const waiting = { type: 'done', status: 'waiting', tokensUsed: 0, answerParts: [{ kind: 'text', markdown: 'One moment.' }] };
  expect(chatAnswerOf(stateOf(begun, node('ok'), asked, waiting), view)).toEqual([
    { kind: 'text', markdown: 'One moment.' },
    { kind: 'waiting', for: 'person', since: at, expectBy: at },
  ]);
  expect(chatAnswerOf(stateOf(begun, { type: 'done', status: 'failed', tokensUsed: 0, outputs: {} }), view)).toEqual([
    { kind: 'failed', reference: 'abcdef' },
  ]);
});

test('a run that failed because of a file says so', () => {
  const failed = (code: string) => ({ type: 'done', status: 'failed', tokensUsed: 0, outputs: {}, error: { code, message: '' } });
  for (const code of ['document-unsupported', 'file-unreadable'])
    expect(chatAnswerOf(stateOf(begun, failed(code)), view)).toEqual([{ kind: 'failed', reference: 'abcdef', because: 'file' }]);
  expect(chatAnswerOf(stateOf(begun, failed('model-failed')), view)).toEqual([{ kind: 'failed', reference: 'abcdef' }]);
});

test('of an answer that was stopped, what had been written stays', () => {
  const stopped = { type: 'done', status: 'cancelled', tokensUsed: 0, outputs: {}, answerParts: [] };
  expect(chatAnswerOf(stateOf(begun, node('write'), text('write', 'Seven '), stopped), view)).toEqual([
    { kind: 'text', markdown: 'Seven ' },
  ]);
  expect(chatAnswerOf(stateOf(begun, node('write'), text('sort', 'x'), stopped), view)).toEqual([]);
});

test('steps of one kind are one, and names of tools are kinds', () => {
  const call = (id: string, name: string) => ({ type: 'tool_call', nodeId: 'write', id, name, status: 'running' });
  const finished = (nodeId: string) => ({ type: 'node_finished', nodeId, status: 'succeeded', executionTimeMs: 1000 });
  const state = stateOf(
    begun,
    node('find'),
    finished('find'),
    node('read'),
    finished('read'),
    node('write'),
    call('c', 'web_search'),
  );
  const steps = chatStepsOf(state, { find: 'documents', read: 'documents', write: 'write' });
  expect(steps).toMatchObject([
    { kind: 'documents', count: 2, isRunning: false, durationMs: 2000 },
    { kind: 'web', count: 1, isRunning: true },
    { kind: 'write', count: 1, isRunning: true },
  ]);
});
