import { describe, expect, test } from 'vitest';
import type { PublicEvent } from './public-event.ts';
import { UiMessageStream } from './ui-message-stream.ts';

type Said = Partial<PublicEvent> & { readonly type: PublicEvent['type'] };

const called = (callId: string): Said => ({ type: 'llm_call', callId, status: 'running' });
const answered = (callId: string, more: object = {}): Said => ({ type: 'llm_call', callId, status: 'finished', ...more });
const said = (content: string): Said => ({ type: 'content', content });
const tool: Said[] = [
  { type: 'tool_call', id: 't1', name: 'look', status: 'pending' },
  { type: 'tool_result', id: 't1', name: 'look', status: 'success' },
];
const reply: Said = { type: 'reply', nodeId: 'say', from: 'write', content: 'So: The sun.' };

/** The texts of the message, as a client of the protocol has them at the end. */
function textsOf(events: readonly Said[]): string[] {
  const stream = new UiMessageStream('run_1', { said: { live: new Map([['write', 'So: ']]), quoted: new Set() } });
  const texts: string[] = [];
  let kept = 0;
  const all = events.map((event, seq) => ({ nodeId: 'write', ...event, seq, at: '2026-01-01T00:00:00Z', runId: 'run_1' }));
  for (const chunk of [...stream.begin(), ...all.flatMap((event) => stream.take(event as PublicEvent)), ...stream.end()]) {
    if (chunk.type === 'start-step') kept = texts.length;
    if (chunk.type === 'reset-step') texts.length = kept;
    if (chunk.type === 'text-start') texts.push('');
    if (chunk.type === 'text-delta') texts.push(`${texts.pop()}${chunk.delta}`);
  }
  return texts;
}

describe('the text of a message', () => {
  const first = [called('c1'), said('Let me look. '), answered('c1'), ...tool];
  const whole = ['So: Let me look. ', 'The sun.'];

  test.each<[string, readonly Said[]]>([
    ['the stream of a call breaks', [said('The s'), { type: 'llm_stream_retry', callId: 'c2' }]],
    ['a call is made again before its text', [{ type: 'llm_stream_retry', callId: 'c2' }]],
    ['an answer does not fit', [said('The s'), answered('c2'), { type: 'llm_stream_retry', callId: 'c2' }, called('c3')]],
    [
      'the node has another attempt',
      [said('The s'), answered('c2', { error: { code: 'model-failed' } }), { type: 'node_retried' }, called('c3')],
    ],
    ['another process resumes the node', [said('The s'), { type: 'node_resumed' }, called('c3')]],
    ['a decision resumes the node', [{ type: 'node_resumed' }]],
  ])('keeps the rounds before, and has what is before it once, when %s', (_, events) => {
    expect(textsOf([...first, called('c2'), ...events, said('The '), said('sun.'), answered('c4'), reply])).toEqual(whole);
  });

  test('is not lost when a node with an answer resumes', () => {
    const events = [called('c1'), said('The '), said('sun.'), answered('c1'), { type: 'node_resumed' } as const, reply];
    expect(textsOf(events)).toEqual(['So: The sun.']);
  });
});
