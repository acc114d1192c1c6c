import { expect, test } from 'vitest';
import { type ForkDraft, forkBody, givenText, readGiven } from './fork-draft.ts';

const draft: ForkDraft = { runId: 'run_1', values: {}, workflow: 'then' };
const parts = { document: undefined, startId: 'start' };

test('without any change the request is empty', () => {
  expect(forkBody(draft, parts)).toEqual({});
});

test('a moment, nodes to run again and last nodes are sent unchanged', () => {
  expect(forkBody({ ...draft, atSeq: 7, from: ['a'], until: ['b'] }, parts)).toEqual({ atSeq: 7, from: ['a'], until: ['b'] });
  expect(forkBody({ ...draft, iteration: { nodeId: 'each', index: 2 } }, parts)).toEqual({
    iteration: { nodeId: 'each', index: 2 },
  });
});

test('a text is changed as a text, anything else as JSON', () => {
  expect(givenText('Dear Ada', 'out')).toEqual({ text: 'Dear Ada', isText: true, port: 'out' });
  expect(readGiven(givenText('7'))).toEqual({ value: '7' });
  expect(readGiven(givenText({ a: [1] }))).toEqual({ value: { a: [1] } });
  expect(readGiven(givenText(undefined))).toEqual({ value: null });
});

test('a replaced value is sent with its port; that of the start node is the inputs of the run', () => {
  const values = { ask: givenText({ text: 'no' }, 'error'), start: givenText({ who: 'Grace' }), write: givenText('Hi') };
  expect(forkBody({ ...draft, values }, parts)).toEqual({
    values: { ask: { port: 'error', value: { text: 'no' } }, write: { value: 'Hi' } },
    inputs: { who: 'Grace' },
  });
});

test('an invalid value gives no request', () => {
  const broken = { text: '{"a":', isText: false };
  expect(readGiven(broken)).toHaveProperty('problem');
  expect(forkBody({ ...draft, values: { ask: broken } }, parts)).toBeUndefined();
});
