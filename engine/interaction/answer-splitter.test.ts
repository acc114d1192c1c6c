import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { threadCpuMs } from '#tests/support/thread-cpu.ts';
import { AnswerSplitter, splitAnswer } from './answer-splitter.ts';

const answers: readonly (readonly [string, string, { text: string; thinking?: string; calls?: string[] }])[] = [
  ['a thought at the start', '<think>\nmaybe {"a":1}\n</think>\n\nyes', { text: 'yes', thinking: '\nmaybe {"a":1}\n' }],
  ['no thought', '  plain text < 3 & `code`', { text: '  plain text < 3 & `code`' }],
  ['an empty thought', '<think>\n\n</think>\n\nyes', { text: 'yes', thinking: '\n\n' }],
  ['capital letters', '<THINK>a</THINK>b', { text: 'b', thinking: 'a' }],
  [
    'a thought whose opening tag the prompt wrote',
    'so {"a":0}\n</think>\n\n{"a":1}',
    { text: '{"a":1}', thinking: 'so {"a":0}\n' },
  ],
  ['a closing tag alone', '</think>\n\nyes', { text: 'yes' }],
  ['a thought that was cut off', '<think>and then', { text: '', thinking: 'and then' }],
  ['a thought between sentences', 'Well.\n<think>hm</think>\nYes.', { text: 'Well.\n\nYes.', thinking: 'hm' }],
  ['two thoughts', '<think>a</think>\n<think>b</think>\nyes', { text: 'yes', thinking: 'ab' }],
  ['a tag in a fence', '```html\n<think>a</think>\n```', { text: '```html\n<think>a</think>\n```' }],
  ['a tag in code within a line', 'Write `<think>` and `</think>` so.', { text: 'Write `<think>` and `</think>` so.' }],
  ['a tag in quotes', 'The tag "</think>" ends it', { text: 'The tag "</think>" ends it' }],
  ['a tag that is never closed', 'DeepSeek writes <think> first', { text: 'DeepSeek writes <think> first' }],
  ['a fence in a thought', '<think>\n```\ncode\n```\n</think>\nyes', { text: 'yes', thinking: '\n```\ncode\n```\n' }],
  ['the brackets of Magistral', '[THINK]a[/THINK]b', { text: 'b', thinking: 'a' }],
  ['the triangles of Kimi', '◁think▷a◁/think▷b', { text: 'b', thinking: 'a' }],
  ['another tag in the middle', 'Use <thinking>this</thinking>', { text: 'Use <thinking>this</thinking>' }],
  ['a call', 'Let me see. <tool_call>{"name":"a"}</tool_call>', { text: 'Let me see. ', calls: ['{"name":"a"}'] }],
  ['a call behind a thought', '<think>a</think>\n<tool_call>\n{}\n</tool_call>', { text: '', thinking: 'a', calls: ['\n{}\n'] }],
  ['two calls, the last without an end', '<tool_call>1</tool_call><tool_call>2', { text: '', calls: ['1', '2'] }],
];

describe.each(answers)('%s', (_, answer, { text, thinking = '', calls = [] }) => {
  test('is told apart as a whole', () => {
    expect(splitAnswer(answer, { withCalls: true })).toEqual({ text, thinking, calls });
  });

  test('and wherever it is cut', () => {
    for (let cut = 1; cut < answer.length; cut++)
      expect(splitInPieces([answer.slice(0, cut), answer.slice(cut)]), `cut at ${cut}`).toEqual({ text, thinking, calls });
    expect(splitInPieces([...answer])).toEqual({ text, thinking, calls });
  });
});

test('without tools, a call is text', () => {
  const text = '<tool_call>{}</tool_call>';
  expect(splitAnswer(text, { withCalls: false })).toEqual({ text, thinking: '', calls: [] });
});

test('whatever the cuts, an answer of tags and code is split in the same way', () => {
  const piece = fc.constantFrom(
    '<think>',
    '</think>',
    '```\n',
    '`',
    '<tool_call>',
    '</tool_call>',
    '\n',
    ' a ',
    '"',
    '<',
    '[THINK]',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(6), { maxLength: 20 }), (parts, sizes) => {
      const answer = parts.join('');
      const pieces: string[] = [];
      let at = 0;
      for (const size of sizes) {
        pieces.push(answer.slice(at, at + size));
        at += size;
      }
      pieces.push(answer.slice(at));
      expect(splitInPieces(pieces)).toEqual(splitAnswer(answer, { withCalls: true }));
    }),
    { numRuns: 2000 },
  );
});

test('a long answer of openings takes a time that grows with its length', () => {
  const startedAt = threadCpuMs();
  splitInPieces(Array(20_000).fill('<thin <think> `'));
  expect(threadCpuMs() - startedAt).toBeLessThan(2000);
});

function splitInPieces(pieces: readonly string[]) {
  const splitter = new AnswerSplitter({ withCalls: true });
  const split = { text: '', thinking: '', calls: [] as string[] };
  for (const { pieces: some, wasThinking } of [...pieces.map((piece) => splitter.push(piece)), splitter.end()]) {
    if (wasThinking) {
      split.thinking += split.text;
      split.text = '';
    }
    for (const { type, text } of some) {
      if (type === 'call') split.calls.push(text);
      else split[type] += text;
    }
  }
  return split;
}
