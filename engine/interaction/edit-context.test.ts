import type { ModelMessage } from 'ai';
import { expect, test } from 'vitest';
import { restorePinned } from './edit-context.ts';

const rule: ModelMessage = { role: 'user', content: 'Answer in Dutch.' };
const call: ModelMessage = {
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'time', input: {} }],
};
const result: ModelMessage = {
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'time', output: { type: 'text', value: 'noon' } }],
};
const isRule = (message: ModelMessage) => message === rule;

test('a pinned message comes back where it was', () => {
  const last: ModelMessage = { role: 'user', content: 'And now?' };
  expect(restorePinned([rule, call, result, last], [call, result, last], isRule)).toEqual([rule, call, result, last]);
});

test('a pinned message never comes between a call and its result', () => {
  const rewritten = [{ ...call }, { ...result }];
  expect(restorePinned([rule, call, result], rewritten, isRule)).toEqual([rule, call, result]);
});
