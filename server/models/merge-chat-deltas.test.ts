import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeEventRewriter } from './event-rewriter.ts';
import { makeChatDeltaMerger } from './merge-chat-deltas.ts';

const mergeChatDeltas = (events: string) => makeChatDeltaMerger()(events);
type Delta = Record<string, unknown>;
const event = (delta: Delta, rest: Record<string, unknown> = {}) =>
  `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, finish_reason: null, logprobs: null }], ...rest })}\n\n`;
const parse = (events: string) =>
  events
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)));
const deltas = (events: string): Delta[] => parse(events).map((chunk) => chunk.choices[0].delta);

test('neighbouring text deltas become one event', () => {
  expect(deltas(mergeChatDeltas(event({ content: 'a' }) + event({ content: 'b' }) + event({ content: 'c' })))).toEqual([
    { content: 'abc' },
  ]);
});

test('reasoning and text are joined apart, in their order', () => {
  const events =
    event({ reasoning_content: 'h' }) +
    event({ reasoning_content: 'm' }) +
    event({ content: 'a' }) +
    event({ role: 'assistant', content: 'b' });
  expect(deltas(mergeChatDeltas(events))).toEqual([{ reasoning_content: 'hm' }, { content: 'ab' }]);
});

describe('deltas are joined as if each were parsed', () => {
  const raw = (text: string, tail = '') => `data: {"id":"c1","choices":[{"index":0,"delta":{"content":"${text}"}}]${tail}}\n\n`;
  test.each([
    ['texts with escapes', raw('a') + raw('\\n\\"') + raw('\\u4f60') + raw('b'), 'a\n"你b'],
    ['a first text with escapes', raw('\\n') + raw('b') + raw('c'), '\nbc'],
    ['an empty first text', raw('') + raw('b') + raw('c'), 'bc'],
    ['another field after the text', raw('a') + raw('b', ',"pad":"xy"') + raw('c', ',"pad":"z"'), 'abc'],
    ['the same text in another field', raw('a', ',"content":"a"') + raw('b', ',"content":"a"'), 'ab'],
    [
      'the same text in an earlier field',
      raw('a').replace('{"id"', '{"own":{"content":"a"},"id"') + raw('b').replace('{"id"', '{"own":{"content":"a"},"id"'),
      'ab',
    ],
  ])('%s', (_, events, text) => {
    expect(deltas(mergeChatDeltas(events))).toEqual([{ content: text }]);
  });

  test('from one burst to the next', () => {
    const merge = makeChatDeltaMerger();
    const bursts = [raw('a') + raw('b'), raw('c'), raw('\\n') + raw('d', ',"pad":1') + raw('e'), raw('f') + raw('g')];
    expect(bursts.flatMap((burst) => deltas(merge(burst)))).toEqual(['ab', 'c', '\nde', 'fg'].map((content) => ({ content })));
  });

  test.each([
    ['a quote ends the text early', raw('x","refusal":"no')],
    ['a control character', raw('a\tb')],
    ['an escape that is none', raw('\\q')],
    ['more choices', raw('x"}},{"index":1,"delta":{"content":"y')],
  ])('unless %s', (_, odd) => {
    expect(mergeChatDeltas(raw('a') + raw('b') + odd)).toBe(mergeChatDeltas(raw('ab')) + odd);
  });
});

describe('the end of an answer joins its last text', () => {
  const text = event({ content: 'a' }) + event({ content: 'b' });
  const end = event({}).replace('"finish_reason":null', '"finish_reason":"stop"');
  const usage = `data: ${JSON.stringify({ id: 'c1', choices: [], usage: { prompt_tokens: 1 } })}\n\n`;
  const endWithUsage = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 1 } })}\n\n`;
  const whole = { delta: { content: 'ab' }, finish_reason: 'stop' };

  test.each([
    ['finish reason and usage', text + end + usage],
    ['both in one event', text + endWithUsage],
    ['usage first', text + usage + end],
    ['with an empty text', text + event({ content: '' }).replace('"finish_reason":null', '"finish_reason":"stop"') + usage],
  ])('%s', (_, events) => {
    expect(parse(mergeChatDeltas(`${events}data: [DONE]\n\n`))).toMatchObject([
      { choices: [whole], usage: { prompt_tokens: 1 } },
    ]);
  });

  test('without a text before it, the usage joins the finish reason', () => {
    expect(parse(mergeChatDeltas(end + usage))).toMatchObject([
      { choices: [{ delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 1 } },
    ]);
  });

  test('a text that comes after it has an event of its own', () => {
    expect(deltas(mergeChatDeltas(text + end + event({ content: 'c' })))).toEqual([{ content: 'ab' }, { content: 'c' }]);
  });

  test.each([
    ['an error', end.replace('"id":"c1"', '"id":"c1","error":{"message":"overloaded"}')],
    ['a call of a tool', end.replace('"delta":{}', '"delta":{"tool_calls":[{"index":0}]}')],
    ['an empty finish reason', end.replace('"stop"', '""')],
    ['a refusal', end.replace('"delta":{}', '"delta":{"refusal":"no"}')],
    ['more choices', end.replace('"index":0', '"index":1')],
  ])('unless it has %s', (_, odd) => {
    expect(mergeChatDeltas(text + odd)).toBe(mergeChatDeltas(text) + odd);
  });
});

test('a text with an error keeps it', () => {
  const odd = event({ content: 'b' }, { error: { message: 'overloaded' } });
  expect(mergeChatDeltas(event({ content: 'a' }) + odd)).toBe(event({ content: 'a' }) + odd);
});

describe('is unchanged, byte for byte', () => {
  const toolCall = event({ tool_calls: [{ index: 0, id: 't', function: { name: 'f', arguments: '{"a"' } }] });
  test.each([
    ['tool call pieces', toolCall + toolCall],
    [
      'a finish reason',
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] })}\n\n`,
    ],
    ['usage', event({ content: 'a' }, { usage: { prompt_tokens: 1 } })],
    ['a finish reason alone', event({}).replace('"finish_reason":null', '"finish_reason":"stop"')],
    ['usage alone', `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1 } })}\n\n`],
    ['one text alone', 'data: { "choices": [{ "index": 0, "delta": { "content": "a" } }] }\n\n'],
    ['the end', 'data: [DONE]\n\n'],
    ['a comment', ': ping\n\n'],
    ['a named event', 'event: error\ndata: {"message":"no"}\n\n'],
    ['broken JSON', 'data: {"choices":[\n\n'],
    ['another alternative', `data: ${JSON.stringify({ choices: [{ index: 1, delta: { content: 'a' } }] })}\n\n`],
    ['content in parts', event({ content: [{ type: 'text', text: 'a' }] })],
    ['an error', 'data: {"error":{"message":"overloaded"}}\n\n'],
  ])('%s', (_, events) => {
    expect(mergeChatDeltas(events)).toBe(events);
  });
});

test('windows line ends separate events too', () => {
  const events = (event({ content: 'a' }) + event({ content: 'b' })).replaceAll('\n\n', '\r\n\r\n');
  expect(deltas(mergeChatDeltas(events))).toEqual([{ content: 'ab' }]);
});

test('however the bytes are cut, the text stays the same', () => {
  const piece = fc.record({
    key: fc.constantFrom('content', 'reasoning_content'),
    text: fc.string({ unit: 'grapheme', maxLength: 4 }),
  });
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), cuts, fc.constantFrom('\n\n', '\r\n\r\n'), (pieces, at, separator) => {
      const stream = `${pieces.map(({ key, text }) => event({ [key]: text })).join('')}data: [DONE]\n\n`;
      const bytes = Buffer.from(stream.replaceAll('\n\n', separator));
      const places = [0, ...at.map((place) => Math.min(place, bytes.length)).toSorted((a, b) => a - b), bytes.length];
      const rewriter = makeEventRewriter(makeChatDeltaMerger());
      const out = places.slice(1).map((end, index) => rewriter.push(bytes.subarray(places[index], end)));
      const merged = out.join('') + rewriter.end();
      const textOf = (key: string, list: Delta[]) => list.map((delta) => delta[key] ?? '').join('');
      for (const key of ['content', 'reasoning_content']) expect(textOf(key, deltas(merged))).toBe(textOf(key, deltas(stream)));
      expect(merged.endsWith('data: [DONE]\n\n')).toBe(true);
    }),
  );
});

test('an event that never ends is handed on as it is instead of filling the memory', () => {
  const rewriter = makeEventRewriter(() => 'rewritten');
  const long = Buffer.from('x'.repeat(5 * 1024 * 1024));
  expect(rewriter.push(long)).toBe(long.toString());
});
