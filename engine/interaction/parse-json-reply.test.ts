import { expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { parseJsonReply } from './parse-json-reply.ts';

test.each([
  ['plain', ' {"a":1}\n', { a: 1 }],
  ['in a fence', '```json\n{"a":1}\n```', { a: 1 }],
  ['in a fence without a language', '```\n[1]\n```', [1]],
  ['between sentences', 'Here it is: {"a":{"b":2}}. Enjoy!', { a: { b: 2 } }],
  ['a list between sentences', 'The list: [1,2].', [1, 2]],
  ['null', 'null', null],
  ['in a fence between braces', 'Use {curly} here:\n```json\n{"answer":"yes"}\n```\nHope it helps {smile}', { answer: 'yes' }],
  ['after thoughts with JSON', '<think>\nmaybe {"answer":"no"}\n</think>\n\n{"answer":"yes"}', { answer: 'yes' }],
  ['with braces in a text', 'So: {"code":"if (a) { b[0] }","said":"\\"}"} done', { code: 'if (a) { b[0] }', said: '"}' }],
  ['next to a footnote', '{"a":1} as in [1].', { a: 1 }],
  ['between quotes and apostrophes', `I'd say "{" is odd: {"a":"it's"}`, { a: "it's" }],
  ['after a span that is not closed', 'As {this: {"a":1}', { a: 1 }],
])('JSON %s is read', (_, text, value) => {
  expect(parseJsonReply(text)).toEqual({ value });
});

test.each([['no JSON at all'], [''], ['{"a":'], ['} {']])('%j holds none', (text) => {
  expect(parseJsonReply(text)).toBeUndefined();
});

// What models write that lose their thread. It takes a time that grows with the length, not with its square.
test.each([
  ['line breaks after a fence', `\`\`\`json\n${'\n'.repeat(60_000)}x`],
  ['spaces after a fence', `\`\`\`${' '.repeat(60_000)}x`],
  ['fences', '```\n'.repeat(100_000)],
  ['braces', 'x{'.repeat(100_000)],
  ['pairs of braces', '{x}'.repeat(100_000)],
  ['brackets and quotes', 'x["'.repeat(100_000)],
])('an answer of nothing but %s is seen to hold no JSON at once', (_, text) => {
  const startedAt = threadCpuMs();
  expect(parseJsonReply(text)).toBeUndefined();
  expect(threadCpuMs() - startedAt).toBeLessThan(1000);
});
