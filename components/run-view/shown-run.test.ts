import { expect, test } from 'vitest';
import { emptyRunView, type RunView } from '#components/run-view/run-feed.ts';
import type { PublicEvent } from '#lib/run/public-event.ts';
import { reduceRunEvents } from '#lib/run/reduce-run.ts';
import { RunHistory } from '#lib/run/run-history.ts';
import { ShownRun } from './shown-run.ts';

type Bare = PublicEvent extends infer E ? (E extends PublicEvent ? Omit<E, 'runId' | 'seq' | 'at'> : never) : never;

/** A run's feed that grows by hand. */
class FakeFeed {
  readonly listeners = new Set<() => void>();
  readonly events: PublicEvent[] = [];
  view: RunView = { ...emptyRunView, events: this.events, history: new RunHistory(this.events) };
  read = () => this.view;
  retry = () => {};
  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** One frame in which these events arrived. */
  frame(...events: Bare[]) {
    const { lastSeq } = this.view.run;
    const numbered = events.map(
      (event, index) => ({ ...event, runId: 'r', seq: lastSeq + index + 1, at: '2026-11-21T10:00:00.000Z' }) as PublicEvent,
    );
    this.events.push(...numbered);
    this.view = {
      ...this.view,
      ...(numbered.length > 0 && { connection: 'live' }),
      events: this.events,
      run: reduceRunEvents(this.view.run, numbered),
    };
    for (const listener of this.listeners) listener();
  }
}

function open() {
  const feeds = { a: new FakeFeed(), b: new FakeFeed() };
  const shown = new ShownRun((runId) => feeds[runId as 'a' | 'b']);
  const heard: string[] = [];
  const stops = ['fetch', 'draft'].map((nodeId) => shown.subscribeToNode(nodeId, () => heard.push(nodeId)));
  stops.push(shown.subscribeToOutline(() => heard.push('outline')));
  /** What was heard of since the last time. */
  const news = () => heard.splice(0);
  return { shown, feeds, news, stops };
}

const started = (nodeId: string): Bare => ({ type: 'node_started', nodeId, attempt: 1 });

test('a node is notified of its own events only', () => {
  const { shown, feeds, news } = open();
  shown.show('a');
  feeds.a.frame({ type: 'run_started' }, started('fetch'));
  news();
  feeds.a.frame({ type: 'content', nodeId: 'fetch', content: 'Dear' });
  expect(news()).toEqual(['fetch']);
  feeds.a.frame(started('draft'));
  expect(news()).toEqual(['draft']);
  feeds.a.frame(started('somebody_else'));
  expect(news()).toEqual([]);
  expect(shown.readNode('fetch')).toMatchObject({ status: 'running', text: 'Dear' });
});

test('the outline stays the same object while no node is added', () => {
  const { shown, feeds, news } = open();
  shown.show('a');
  feeds.a.frame({ type: 'run_started' });
  const outline = shown.readOutline();
  expect(outline).toMatchObject({ runId: 'a', status: 'running' });
  news();
  feeds.a.frame(started('fetch'));
  expect(shown.readOutline()).toBe(outline);
  feeds.a.frame({ type: 'done', status: 'succeeded', tokensUsed: 0 });
  expect(news()).toEqual(['fetch', 'outline']);
  expect(shown.readOutline()).toMatchObject({ status: 'succeeded', finishedAt: '2026-11-21T10:00:00.000Z' });
});

test('another run replaces the first, whose events are ignored from then on', () => {
  const { shown, feeds, news } = open();
  shown.show('a');
  feeds.a.frame({ type: 'run_started' }, started('fetch'));
  feeds.b.frame({ type: 'run_started' }, started('draft'));
  news();
  shown.show('b');
  expect(news()).toEqual(['outline', 'fetch', 'draft']);
  expect(shown.readNode('fetch')).toBeUndefined();
  feeds.a.frame({ type: 'content', nodeId: 'fetch', content: 'late' });
  expect(news()).toEqual([]);
  expect(feeds.a.listeners.size).toBe(0);
  shown.show(undefined);
  expect(shown.readOutline()).toBeUndefined();
  expect(shown.readNode('draft')).toBeUndefined();
});

test('a run that does not exist has an outline that says so', () => {
  const { shown, feeds } = open();
  shown.show('a');
  expect(shown.readOutline()).toMatchObject({ runId: 'a', isMissing: false });
  feeds.a.view = { ...feeds.a.view, connection: 'not-found' };
  feeds.a.frame();
  expect(shown.readOutline()).toMatchObject({ runId: 'a', isMissing: true });
});

test('the outline says when the log has begun to arrive: until then a run may be queued or long ended', () => {
  const { shown, feeds } = open();
  shown.show('a');
  expect(shown.readOutline()).toMatchObject({ status: 'queued', hasEvents: false });
  feeds.a.frame({ type: 'run_started' });
  expect(shown.readOutline()).toMatchObject({ status: 'running', hasEvents: true });
});

test('the log is read only while there are subscribers, and again when one comes back', () => {
  const { shown, feeds, stops } = open();
  shown.show('a');
  expect(feeds.a.listeners.size).toBe(1);
  for (const stop of stops) stop();
  expect(feeds.a.listeners.size).toBe(0);
  feeds.a.frame({ type: 'run_started' });
  shown.subscribeToView(() => {});
  expect(feeds.a.listeners.size).toBe(1);
  expect(shown.readView().run.status).toBe('running');
});

test('events that a feed has already are shown at once', () => {
  const { shown, feeds } = open();
  feeds.b.frame({ type: 'run_started' }, started('fetch'));
  shown.show('b');
  expect(shown.readNode('fetch')?.status).toBe('running');
  expect(shown.readNode('constructor')).toBeUndefined();
});

test('an earlier moment shows nodes and outline of then, while the run continues', () => {
  const { shown, feeds, news } = open();
  shown.show('a');
  feeds.a.frame({ type: 'run_started' }, started('fetch'), { type: 'content', nodeId: 'fetch', content: 'Dear' });
  news();
  shown.step(-1);
  expect(shown.readMoment()).toMatchObject({ count: 2, seq: 2 });
  expect(shown.readNode('fetch')?.text).toBe('');
  expect(news()).toEqual(['outline', 'fetch']);
  feeds.a.frame({ type: 'content', nodeId: 'fetch', content: ' Ada' }, started('draft'));
  expect(news()).toEqual([]);
  expect(shown.readView().run.nodes.fetch?.text).toBe('Dear Ada');
  shown.step(1);
  expect(shown.readNode('fetch')?.text).toBe('Dear');
  shown.backToLive();
  expect(shown.readMoment()).toBeUndefined();
  expect(shown.readNode('fetch')?.text).toBe('Dear Ada');
  expect(shown.readNode('draft')?.status).toBe('running');
});

test('the steps end at the first event and at the last', () => {
  const { shown, feeds } = open();
  shown.show('a');
  shown.step(1);
  expect(shown.readMoment()).toBeUndefined();
  feeds.a.frame({ type: 'run_started' }, started('fetch'));
  shown.step(-9);
  expect(shown.readMoment()?.count).toBe(1);
  shown.step(9);
  expect(shown.readMoment()?.count).toBe(2);
});

test('a link to an event waits until the log has come that far', () => {
  const { shown, feeds } = open();
  shown.show('a', { atSeq: 3 });
  feeds.a.frame({ type: 'run_started' }, started('fetch'));
  expect(shown.readMoment()).toBeUndefined();
  feeds.a.frame({ type: 'content', nodeId: 'fetch', content: 'Dear' }, started('draft'));
  expect(shown.readMoment()).toMatchObject({ seq: 3 });
  expect(shown.readNode('draft')).toBeUndefined();
  shown.show('b');
  expect(shown.readMoment()).toBeUndefined();
});

const finished = (nodeId: string): Bare => ({
  type: 'node_finished',
  nodeId,
  status: 'succeeded',
  ports: ['out'],
  executionTimeMs: 1,
  output: nodeId,
});

test('a node inside of a container is observed by its id in any iteration, and is shown in the chosen one', () => {
  const { shown, feeds, news } = open();
  shown.show('a');
  feeds.a.frame({ type: 'run_started' }, started('each'));
  news();
  feeds.a.frame(started('each[0]/draft'), finished('each[0]/draft'), started('each[1]/draft'));
  expect(news()).toEqual(['draft']);
  expect(shown.readIterations('draft')?.counts).toMatchObject({ succeeded: 1, running: 1 });
  expect(shown.readPath('draft')).toBe('each[1]/draft');
  shown.chooseIteration('each', 0);
  expect(news()).toEqual(['draft']);
  expect(shown.readNode('draft')).toMatchObject({ status: 'succeeded', output: 'each[0]/draft' });
  expect(shown.readIterations('draft')).toBeUndefined();
  shown.choosePath('each[1]/draft');
  expect(shown.readChosenIteration('each')).toBe(1);
  // Another run is looked at as a whole again.
  shown.show('b');
  expect(shown.readChosenIteration('each')).toBeUndefined();
});

test('choosing an iteration of an inner container chooses its outer one, and another outer iteration clears the inner choice', () => {
  const { shown, feeds } = open();
  shown.show('a');
  const inner = ['each[0]/inner', 'each[0]/inner[0]/draft', 'each[1]/inner', 'each[1]/inner[0]/draft', 'each[1]/inner[1]/draft'];
  feeds.a.frame({ type: 'run_started' }, started('each'), ...inner.map(started));
  shown.chooseIteration('inner', 1);
  expect(shown.readPath('draft')).toBe('each[1]/inner[1]/draft');
  shown.chooseIteration('each', 0);
  expect([shown.readChosenIteration('each'), shown.readChosenIteration('inner')]).toEqual([0, undefined]);
  shown.chooseIteration('each', undefined);
  expect(shown.readIterationList('each')?.count).toBe(2);
});
