import { expect, test } from 'vitest';
import { contextParts } from './context-parts.ts';

const result = { type: 'tool-result', toolCallId: 'a', toolName: 'search', output: { type: 'text', value: 'x'.repeat(300) } };
const request = {
  instructions: 's'.repeat(100),
  tools: [{ name: 't'.repeat(80) }],
  messages: [
    { role: 'user', content: `[Active Skill Instructions] research\n${'k'.repeat(100)}` },
    { role: 'user', content: 'u'.repeat(200) },
    { role: 'assistant', content: [{ type: 'text', text: 'a'.repeat(50) }] },
    { role: 'tool', content: [result] },
    { role: 'user', content: '[Memory]\nFacts:\n- one' },
  ],
};

test('divides what the server counted by what the request is made of', () => {
  const read = contextParts(request, { promptTokens: 300, maxContext: 1000 });
  expect(read).toMatchObject({ total: 300, free: 700, isEstimated: false });
  const { parts } = read ?? { parts: undefined };
  expect(Object.values(parts ?? {}).reduce((sum, tokens) => sum + tokens, 0)).toBe(300);
  expect(parts?.results).toBeGreaterThan(parts?.history ?? 0);
  expect(parts?.history).toBeGreaterThan(parts?.skills ?? 0);
  expect(parts?.memory).toBeGreaterThan(0);
});

test('estimates where no server counted, and knows nothing of what is not there', () => {
  expect(contextParts({ messages: [{ role: 'user', content: 'x'.repeat(40) }] })).toEqual({
    parts: { system: 0, skills: 0, tools: 0, memory: 0, history: 10, results: 0 },
    total: 10,
    free: undefined,
    isEstimated: true,
  });
  expect(contextParts(undefined)).toBeUndefined();
  expect(contextParts({ messages: [] })).toMatchObject({ total: 0 });
});

test('an answer beyond the context leaves nothing free', () => {
  expect(contextParts(request, { promptTokens: 2000, maxContext: 1000 })?.free).toBe(0);
});
