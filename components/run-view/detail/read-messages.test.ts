import { expect, test } from 'vitest';
import { readMessages, readSentTools } from './read-messages.ts';

const request = {
  instructions: 'Be brief.',
  messages: [
    { role: 'user', content: 'Why\nnot?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me look.' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { query: 'why' } },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'search', output: { type: 'json', value: { hits: 3 } } },
        { type: 'image', data: 'AA' },
      ],
    },
  ],
  settings: {},
  tools: [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }, { name: 'now' }],
};

test('instructions come first, and parts of a message are read in their order', () => {
  expect(readMessages(request)).toEqual([
    { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }], line: 'Be brief.', length: 9 },
    { role: 'user', parts: [{ kind: 'text', text: 'Why\nnot?' }], line: 'Why not?', length: 8 },
    {
      role: 'assistant',
      parts: [
        { kind: 'text', text: 'Let me look.' },
        { kind: 'call', name: 'search', value: { query: 'why' } },
      ],
      line: 'Let me look. search({"query":"why"})',
      length: 27,
    },
    {
      role: 'tool',
      parts: [
        { kind: 'result', name: 'search', value: { hits: 3 } },
        { kind: 'other', value: { type: 'image', data: 'AA' } },
      ],
      line: 'search → {"hits":3} {"type":"image","data":"AA"}',
      length: 38,
    },
  ]);
});

test('the line of a long message is its beginning', () => {
  const [message] = readMessages({ messages: [{ role: 'user', content: 'x'.repeat(100_000) }] });
  expect([message?.line.length, message?.length]).toEqual([200, 100_000]);
});

test('the tools that were sent are listed with their description and schema', () => {
  expect(readSentTools(request)).toEqual([
    { name: 'search', description: 'Searches.', inputSchema: { type: 'object' } },
    { name: 'now', description: '' },
  ]);
  expect(readSentTools({ messages: [] })).toEqual([]);
});

test('a request that is not shown, or is of another kind, has no messages', () => {
  expect(readMessages(undefined)).toEqual([]);
  expect(readMessages({ prompt: 'old' })).toEqual([]);
});
