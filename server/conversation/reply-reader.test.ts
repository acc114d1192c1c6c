import { describe, expect, test } from 'vitest';
import { ReplyReader, restOfReply } from './reply-reader.ts';

let seq = 0;
const defaults = {
  content: {},
  reply: {},
  done: { nodeId: undefined, status: 'succeeded', tokensUsed: 0 },
  llm_result: {
    callId: 'c1',
    content: '',
    usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
    finishReason: 'stop',
    durationMs: 1,
  },
  llm_stream_retry: { callId: 'c1', attempt: 1, delayMs: 1, error: { code: 'model-failed', message: 'cut' } },
  node_retried: { attempt: 1, delayMs: 1, error: { code: 'model-failed', message: 'cut' } },
  node_started: { attempt: 2, inputs: null },
  node_resumed: {},
};
function read(reader: ReplyReader, type: keyof typeof defaults, fields: object = {}) {
  const json = JSON.stringify({ seq: ++seq, at: 1, v: 1, type, nodeId: 'write', ...defaults[type], ...fields });
  return reader.read({ seq, type, json } as Parameters<ReplyReader['read']>[0]);
}

const texts = (reader: ReplyReader, ...parts: readonly string[]) =>
  parts.flatMap((content) => {
    const step = read(reader, 'content', { content });
    return step?.type === 'text' ? step.text : [];
  });

test('an attempt that repeats what was sent adds only what is new', () => {
  const reader = new ReplyReader({ live: new Map([['write', '']]) });
  expect(texts(reader, 'The ', 'moon')).toEqual(['The ', 'moon']);
  read(reader, 'llm_stream_retry');
  expect(texts(reader, 'T', 'he mo', 'on and', ' sun')).toEqual([' and', ' sun']);
});

describe('after rounds of calls, the text of these rounds stays', () => {
  const inSecond = () => {
    const reader = new ReplyReader({ live: new Map([['write', 'So: ']]) });
    texts(reader, 'Let me look. ');
    read(reader, 'llm_result', { callId: 'c1' });
    return reader;
  };
  const endOf = (reader: ReplyReader) => {
    read(reader, 'llm_result', { callId: 'c2' });
    expect(read(reader, 'reply', { nodeId: 'say', from: 'write', content: 'So: The sun.' })).toBeUndefined();
    const step = read(reader, 'done');
    return step?.type === 'end' && step.end.streamed;
  };

  test.each([
    ['the stream of a later one breaks', 'llm_stream_retry', { callId: 'c2' }],
    ['the node has another attempt', 'node_retried', {}],
    ['the node starts with another process', 'node_started', {}],
    ['another process resumes the node', 'node_resumed', {}],
  ] as const)('when %s', (_, type, fields) => {
    const reader = inSecond();
    texts(reader, 'The s');
    read(reader, type, fields);
    expect(texts(reader, 'The ', 'sun.')).toEqual(['un.']);
    expect(endOf(reader)).toBe('So: Let me look. The sun.');
  });

  test.each([
    ['the stream of a later one breaks before its text', 'llm_stream_retry', { callId: 'c2' }],
    ['a decision resumes the node', 'node_resumed', {}],
    ['the stream of an agent breaks', 'llm_stream_retry', { callId: 'c9', parent: { agent: 'a', toolCallId: 't' } }],
  ] as const)('when %s', (_, type, fields) => {
    const reader = inSecond();
    read(reader, type, fields);
    expect(texts(reader, 'The ', 'sun.')).toEqual(['The ', 'sun.']);
    expect(endOf(reader)).toBe('So: Let me look. The sun.');
  });

  test.each([
    ['whose answer failed', { error: { code: 'model-failed', message: 'cut' } }, 'node_retried', {}],
    ['whose answer does not fit', {}, 'llm_stream_retry', { callId: 'c2' }],
  ] as const)('when a call is made again %s', (_, result, type, fields) => {
    const reader = inSecond();
    texts(reader, 'The s');
    read(reader, 'llm_result', { callId: 'c2', ...result });
    read(reader, 'llm_result', { callId: 'c3', isHidden: true, content: 'A summary' });
    read(reader, type, fields);
    expect(texts(reader, 'The sun.')).toEqual(['un.']);
    expect(endOf(reader)).toBe('So: Let me look. The sun.');
  });
});

test('an attempt that says something else is sent whole at the end', () => {
  const reader = new ReplyReader({ live: new Map([['write', '']]) });
  texts(reader, 'The moon');
  read(reader, 'llm_stream_retry');
  expect(texts(reader, 'The ', 'sun does', ' it')).toEqual([]);
  const step = read(reader, 'done');
  expect(step?.type === 'end' && restOfReply('The sun does it', step.end)).toBe('\n\nThe sun does it');
});

test('texts of other nodes and of agents are not part of it', () => {
  const reader = new ReplyReader({ live: new Map([['write', '']]) });
  expect(read(reader, 'content', { content: 'draft', nodeId: 'other' })).toBeUndefined();
  expect(read(reader, 'content', { content: 'inner', parent: { agent: 'research', toolCallId: 'c1' } })).toBeUndefined();
});

test('a reply after rounds of calls adds what comes after the text, and nothing that was streamed', () => {
  const reader = new ReplyReader({ live: new Map([['write', 'So: ']]) });
  for (const said of [
    { node: 'say', text: 'one' },
    { node: 'say', text: 'two' },
  ]) {
    texts(reader, 'Let me look. ');
    read(reader, 'llm_result', { callId: `c${++seq}` });
    texts(reader, said.text);
    read(reader, 'llm_result', { callId: `c${++seq}` });
    const step = read(reader, 'reply', { nodeId: said.node, from: 'write', content: `So: ${said.text}!` });
    expect(step).toEqual({ type: 'text', text: '!' });
  }
  const step = read(reader, 'done');
  if (step?.type !== 'end') throw new Error('no end');
  expect(step.end.streamed).toBe('So: Let me look. one!\n\nSo: Let me look. two!');
  expect(restOfReply('So: one!\n\nSo: two!', step.end)).toBe('');
});

test('what was streamed is not sent again', () => {
  expect(restOfReply('all of it', { streamed: 'all', replies: [] })).toBe(' of it');
  expect(restOfReply('the end', { streamed: 'let me look: the end', replies: [] })).toBe('');
});
