import { expect, test } from 'vitest';
import { newSpan, type Span } from '#lib/run/span.ts';
import { pickSpan, stepsOf } from './pick-span.ts';

function spansOf(...made: (Partial<Span> & Pick<Span, 'kind' | 'nodeId'>)[]): Span[] {
  return made.map((fields, index) =>
    newSpan({
      index,
      parent: undefined,
      depth: 0,
      name: fields.nodeId,
      seq: index + 1,
      startMs: index,
      status: 'succeeded',
      ...fields,
    }),
  );
}
const ended = { status: 'succeeded' } as const;
const failedAt = (nodeId: string) => ({ status: 'failed', error: { code: 'x', message: 'x', nodeId, hint: '' } }) as const;

test('of a failed run the failed model call is shown, else the failed node', () => {
  const spans = spansOf(
    { kind: 'node', nodeId: 'ask', status: 'failed' },
    { kind: 'tool', nodeId: 'ask', status: 'failed' },
    { kind: 'model', nodeId: 'ask', status: 'failed' },
    { kind: 'node', nodeId: 'fetch', status: 'failed' },
  );
  expect(pickSpan(spans, failedAt('ask'))).toMatchObject({ why: 'failed', span: { kind: 'model', nodeId: 'ask' } });
  expect(pickSpan(spans, failedAt('fetch'))).toMatchObject({ why: 'failed', span: { kind: 'node', nodeId: 'fetch' } });
});

test('of another run it is the last model call, without one the last tool call, and then the last node', () => {
  const nodes = spansOf({ kind: 'node', nodeId: 'start' }, { kind: 'node', nodeId: 'end' });
  const tool = spansOf({ kind: 'node', nodeId: 'start' }, { kind: 'tool', nodeId: 'look' }, { kind: 'node', nodeId: 'end' });
  const model = spansOf({ kind: 'model', nodeId: 'a' }, { kind: 'model', nodeId: 'b' }, { kind: 'tool', nodeId: 'b' });
  // An embedding answers nothing that one would look at.
  const embedded = [...tool, ...spansOf({ kind: 'model', operation: 'embed', nodeId: 'look' })];
  expect([nodes, tool, model].map((spans) => pickSpan(spans, ended)?.span.nodeId)).toEqual(['end', 'look', 'b']);
  expect(pickSpan(embedded, ended)?.span).toMatchObject({ kind: 'tool', nodeId: 'look' });
  expect(pickSpan([], { status: 'queued' })).toBeUndefined();
});

test('one steps through calls and the nodes that have started', () => {
  const spans = spansOf(
    { kind: 'node', nodeId: 'each' },
    { kind: 'iteration', nodeId: 'each' },
    { kind: 'model', nodeId: 'each' },
    { kind: 'node', nodeId: 'skipped', startMs: undefined },
  );
  expect(stepsOf(spans).map(({ kind }) => kind)).toEqual(['node', 'model']);
});
