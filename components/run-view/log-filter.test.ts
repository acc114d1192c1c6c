import { expect, test } from 'vitest';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { fitsFilter, type LogKind } from './log-filter.ts';

const base = { runId: 'run_1', at: '2026-11-21T10:00:00.000Z' };
const events: PublicEvent[] = [
  { ...base, seq: 1, type: 'run_started', inputs: { text: 'Hello' } },
  { ...base, seq: 2, type: 'node_started', nodeId: 'answer' },
  { ...base, seq: 3, type: 'content', nodeId: 'answer', content: 'Because' },
  {
    ...base,
    seq: 4,
    type: 'node_finished',
    nodeId: 'answer',
    status: 'failed',
    error: { code: 'model-failed', message: 'No' },
    executionTimeMs: 3,
  },
  { ...base, seq: 5, type: 'error', code: 'model-failed', message: 'No' },
  { ...base, seq: 6, type: 'tool_call', nodeId: 'agent', id: 'call_1', name: 'read_url', status: 'pending' },
  {
    ...base,
    seq: 7,
    type: 'tool_result',
    nodeId: 'agent',
    id: 'call_1',
    name: 'read_url',
    status: 'error',
    error: 'No',
    durationMs: 3,
  },
];
const seqs = (kind: LogKind, text = '') => events.filter((event) => fitsFilter(event, { kind, text })).map((event) => event.seq);

test('a kind keeps its own events', () => {
  expect(seqs('all')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(seqs('nodes')).toEqual([2, 4]);
  expect(seqs('model')).toEqual([3]);
  expect(seqs('tools')).toEqual([6, 7]);
  expect(seqs('errors')).toEqual([4, 5, 7]);
});

test('a text is found in every field, case-insensitively', () => {
  expect(seqs('all', 'BECAUSE')).toEqual([3]);
  expect(seqs('all', 'model-failed')).toEqual([4, 5]);
  expect(seqs('nodes', 'answer')).toEqual([2, 4]);
});
