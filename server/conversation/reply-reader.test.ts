import { expect, test } from 'vitest';
import { ReplyReader, restOfReply } from './reply-reader.ts';

let seq = 0;
function read(reader: ReplyReader, type: 'content' | 'llm_result' | 'llm_stream_retry' | 'reply' | 'done', fields: object = {}) {
  const node = type === 'done' ? { status: 'succeeded', tokensUsed: 0 } : { nodeId: 'write' };
  const retry =
    type === 'llm_stream_retry' ? { callId: 'c1', attempt: 1, delayMs: 1, error: { code: 'model-failed', message: 'cut' } } : {};
  const json = JSON.stringify({ seq: ++seq, at: 1, v: 1, type, ...node, ...retry, ...fields });
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
  const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 };
  const result = { callId: 'c', model: { name: 'm' }, content: '', usage, finishReason: 'stop', durationMs: 1 };
  const reader = new ReplyReader({ live: new Map([['write', 'So: ']]) });
  for (const said of [
    { node: 'say', text: 'one' },
    { node: 'say', text: 'two' },
  ]) {
    texts(reader, 'Let me look. ');
    read(reader, 'llm_result', result);
    texts(reader, said.text);
    read(reader, 'llm_result', result);
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
