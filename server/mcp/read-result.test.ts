import { expect, test } from 'vitest';
import { readPromptResult, readResourceResult, readToolResult } from './read-result.ts';

const HIDDEN = 'shown\u{e0041}\u{200b}';
const resource = { uri: 'notes://one', text: HIDDEN };

test('no text of a result, of an embedded resource or of a prompt has hidden characters', () => {
  const { data } = readToolResult({
    content: [
      { type: 'text', text: HIDDEN },
      { type: 'resource', resource },
    ],
  });
  expect(data).toEqual([
    { type: 'text', text: 'shown' },
    { type: 'resource', uri: 'notes://one', text: 'shown' },
  ]);
  expect(readResourceResult({ contents: [resource] }).data).toEqual({ contents: [{ uri: 'notes://one', text: 'shown' }] });
  const messages = [{ role: 'user' as const, content: { type: 'resource' as const, resource } }];
  expect(readPromptResult({ description: HIDDEN, messages }).data).toEqual({
    description: 'shown',
    messages: [{ role: 'user', content: { type: 'resource', uri: 'notes://one', text: 'shown' } }],
  });
});
