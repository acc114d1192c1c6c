import { expect, test } from 'vitest';
import { readMessages } from './read-messages.ts';

test('instructions come first, and parts of a message are read in their order', () => {
  const request = {
    instructions: 'Be brief.',
    messages: [
      { role: 'user', content: 'Why?' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool-call', toolName: 'search' },
        ],
      },
    ],
    settings: {},
  };
  expect(readMessages(request)).toEqual([
    { role: 'system', text: 'Be brief.', isCode: false },
    { role: 'user', text: 'Why?', isCode: false },
    { role: 'assistant', text: 'Let me look.\n{\n  "type": "tool-call",\n  "toolName": "search"\n}', isCode: true },
  ]);
});

test('a request that is not shown, or is of another kind, has no messages', () => {
  expect(readMessages(undefined)).toEqual([]);
  expect(readMessages({ prompt: 'old' })).toEqual([]);
});
