import { expect, test } from 'vitest';
import { ReplyReader, restOfReply } from './reply-reader.ts';

let seq = 0;
function read(reader: ReplyReader, type: 'content' | 'llm_stream_retry' | 'done', fields: object = {}) {
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
  const reader = new ReplyReader({ live: new Set(['write']) });
  expect(texts(reader, 'The ', 'moon')).toEqual(['The ', 'moon']);
  read(reader, 'llm_stream_retry');
  expect(texts(reader, 'T', 'he mo', 'on and', ' sun')).toEqual([' and', ' sun']);
});

test('an attempt that says something else is sent whole at the end', () => {
  const reader = new ReplyReader({ live: new Set(['write']) });
  texts(reader, 'The moon');
  read(reader, 'llm_stream_retry');
  expect(texts(reader, 'The ', 'sun does', ' it')).toEqual([]);
  const step = read(reader, 'done');
  const streamed = step?.type === 'end' ? step.end.streamed : '';
  expect(restOfReply('The sun does it', streamed)).toBe('\n\nThe sun does it');
});

test('texts of other nodes and of agents are not part of it', () => {
  const reader = new ReplyReader({ live: new Set(['write']) });
  expect(read(reader, 'content', { content: 'draft', nodeId: 'other' })).toBeUndefined();
  expect(read(reader, 'content', { content: 'inner', parent: { agent: 'research', toolCallId: 'c1' } })).toBeUndefined();
});

test('what was streamed is not sent again', () => {
  expect(restOfReply('all of it', 'all')).toBe(' of it');
  expect(restOfReply('the end', 'let me look: the end')).toBe('');
});
