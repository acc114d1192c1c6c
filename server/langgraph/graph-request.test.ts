import { expect, test } from 'vitest';
import type { StartInput } from '#lib/workflow/start-inputs.ts';
import { readGraphInput } from './graph-request.ts';

test('messages of roles that a workflow does not have are left out, whatever they are called', () => {
  const declared = [{ name: 'messages', type: 'json' }] as StartInput[];
  const messages = ['system', 'tool', 'constructor', 'human'].map((type) => ({ type, content: type }));
  expect(readGraphInput({ messages }, declared).inputs).toEqual({
    messages: [
      { role: 'system', content: 'system' },
      { role: 'user', content: 'human' },
    ],
  });
});
