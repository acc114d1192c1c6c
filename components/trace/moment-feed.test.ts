import { expect, test } from 'vitest';
import type { RunView } from '#components/run/run-feed.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { reduceRunEvents } from '#lib/run/reduce-run.ts';
import { initialRunState } from '#lib/run/run-state.ts';
import { MomentFeed } from './moment-feed.ts';

const at = (seq: number) => ({ runId: 'run_1', seq, at: new Date(seq * 1000).toISOString() });
const events: PublicEvent[] = [
  { ...at(1), type: 'run_started', inputs: {} },
  { ...at(2), type: 'node_started', nodeId: 'a', attempt: 1 },
  { ...at(3), type: 'content', nodeId: 'a', content: 'one ' },
  { ...at(4), type: 'content', nodeId: 'a', content: 'two' },
  { ...at(6), type: 'node_finished', nodeId: 'a', status: 'succeeded', executionTimeMs: 4 },
  { ...at(7), type: 'done', status: 'succeeded' },
] as PublicEvent[];

function makeFeed(count: number) {
  let view: RunView = viewOf(count);
  const listeners = new Set<() => void>();
  return {
    read: () => view,
    retry: () => {},
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    grow(to: number) {
      view = viewOf(to);
      for (const listener of listeners) listener();
    },
  };
}

function viewOf(count: number): RunView {
  const arrived = events.slice(0, count);
  return { connection: 'live', run: reduceRunEvents(initialRunState, arrived), events: arrived, problem: undefined };
}

test('without a moment it shows the run as it stands', () => {
  const feed = makeFeed(6);
  expect(new MomentFeed(feed).read()).toBe(feed.read());
});

test('a moment shows what had happened by then, forwards and backwards, and every event stays in the log', () => {
  const moments = new MomentFeed(makeFeed(6));
  moments.moveTo(3);
  expect(moments.read().run).toMatchObject({ nodes: { a: { status: 'running', text: 'one ' } } });
  expect(moments.read().events).toHaveLength(6);
  moments.moveTo(4);
  expect(moments.read().run.nodes.a?.text).toBe('one two');
  moments.moveTo(2);
  expect(moments.read().run.nodes.a?.text).toBe('');
  moments.moveTo(undefined);
  expect(moments.read().run.status).toBe('succeeded');
});

test('a seq that the log leaves out stands for the event before it', () => {
  const moments = new MomentFeed(makeFeed(6));
  moments.moveTo(5);
  expect(moments.read().run.lastSeq).toBe(4);
});

test('an earlier moment stays what it was while the run goes on, and reading again gives the same object', () => {
  const feed = makeFeed(4);
  const moments = new MomentFeed(feed);
  let told = 0;
  const stop = moments.subscribe(() => told++);
  moments.moveTo(3);
  const before = moments.read();
  expect(moments.read()).toBe(before);
  feed.grow(6);
  expect(moments.read().run.nodes).toBe(before.run.nodes);
  expect(moments.read().run.status).toBe('succeeded');
  expect(told).toBe(2);
  stop();
  moments.moveTo(1);
  expect(told).toBe(2);
});

test('what was running has taken as long as it had by then', () => {
  const moments = new MomentFeed(makeFeed(6));
  moments.moveTo(4);
  expect(moments.read().run.nodes.a).toMatchObject({ status: 'running', executionTimeMs: 2000, finishedAt: events[3]?.at });
  moments.moveTo(6);
  expect(moments.read().run.nodes.a).toMatchObject({ status: 'succeeded', executionTimeMs: 4 });
});
