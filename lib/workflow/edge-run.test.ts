import { expect, test } from 'vitest';
import { edgeRunOf } from './edge-run.ts';

const edge = { sourceHandle: 'true' };
const fired = { status: 'succeeded', ports: ['true'] } as const;

test.each([undefined, { status: 'running' }, { status: 'waiting' }] as const)(
  'an edge is idle until its source has ended (%j)',
  (source) => {
    expect(edgeRunOf(edge, { source, target: undefined })).toBe('idle');
  },
);

test('an edge is live when its source fired the port it leaves by, and dead when another one', () => {
  expect(edgeRunOf(edge, { source: fired, target: undefined })).toBe('live');
  expect(edgeRunOf({ sourceHandle: 'false' }, { source: fired, target: undefined })).toBe('dead');
});

test.each([{ status: 'skipped' }, { status: 'cancelled' }, { status: 'failed' }] as const)(
  'an edge from a node that fired no port is dead (%j)',
  (source) => {
    expect(edgeRunOf(edge, { source, target: undefined })).toBe('dead');
  },
);

test('the error branch of a failed node is live', () => {
  const source = { status: 'failed', ports: ['error'] } as const;
  expect(edgeRunOf({ sourceHandle: 'error' }, { source, target: undefined })).toBe('live');
  expect(edgeRunOf({ sourceHandle: 'out' }, { source, target: undefined })).toBe('dead');
});

test('a live edge is animated while its target runs, waits with it, and stops when it has ended', () => {
  expect(edgeRunOf(edge, { source: fired, target: { status: 'running' } })).toBe('flowing');
  expect(edgeRunOf(edge, { source: fired, target: { status: 'waiting' } })).toBe('waiting');
  expect(edgeRunOf(edge, { source: fired, target: { status: 'succeeded' } })).toBe('live');
});
