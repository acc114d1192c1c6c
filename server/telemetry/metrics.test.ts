import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';
import { countPublished } from './process-metrics.ts';

test('counters, gauges and histograms read as Prometheus writes them', async () => {
  const metrics = new Metrics();
  const count = metrics.counter('requests_total', 'Requests.');
  const take = metrics.histogram('append_seconds', 'Appends.');
  metrics.gauge('runs', 'Runs.', () => [{ labels: { status: 'queued' }, value: 3 }, { value: 1.5 }]);
  count({ status: '200' });
  count({ status: '200' });
  count({ status: '500' });
  take(0.002);
  take(100);
  const lines = (await metrics.read()).split('\n');
  expect(lines).toEqual(expect.arrayContaining(['requests_total{status="200"} 2', 'requests_total{status="500"} 1']));
  expect(lines).toEqual(expect.arrayContaining(['# TYPE runs gauge', 'runs{status="queued"} 3', 'runs 1.5']));
  expect(lines).toEqual(
    expect.arrayContaining([
      'append_seconds_bucket{le="0.001"} 0',
      'append_seconds_bucket{le="0.0025"} 1',
      'append_seconds_bucket{le="60"} 1',
      'append_seconds_bucket{le="+Inf"} 2',
      'append_seconds_sum 100.002',
      'append_seconds_count 2',
    ]),
  );
  expect(lines.at(-1)).toBe('');
});

test('external labels are separate series up to a limit, and one series beyond it', async () => {
  const metrics = new Metrics();
  const count = metrics.counter('errors', 'Errors.', { maxSeries: 2 });
  for (const code of ['a', 'b', 'c', 'd', 'a']) count({ code });
  expect((await metrics.read()).match(/^errors.*$/gm)).toEqual([
    'errors{code="a"} 2',
    'errors{code="b"} 1',
    'errors{code="other"} 2',
  ]);
});

test('runs that fail are counted by the code of their error, and each end by its status', () => {
  const counted: string[] = [];
  const counter =
    (name: string) =>
    (labels: object = {}) =>
      void counted.push(`${name} ${Object.values(labels)}`);
  const published: string[] = [];
  const hub = { publish: (runId: string) => void published.push(runId) };
  const counting = countPublished(hub, { countEvent: () => {}, countEnd: counter('end'), countRunError: counter('error') });
  const done = (end: object) => [{ seq: 1, type: 'done' as const, json: JSON.stringify({ type: 'done', ...end }) }];
  counting.publish('run_1', done({ status: 'failed', error: { code: 'model-failed', message: 'No' } }));
  counting.publish('run_2', done({ status: 'succeeded' }));
  expect(counted).toEqual(['end failed', 'error model-failed', 'end succeeded']);
  expect(published).toEqual(['run_1', 'run_2']);
});

test('a label holds any text', async () => {
  const metrics = new Metrics();
  metrics.counter('seen', 'Seen.')({ path: 'a"b\\c\nd' });
  expect(await metrics.read()).toContain('seen{path="a\\"b\\\\c\\nd"} 1');
});

test('a gauge that fails is omitted, and the others are reported', async () => {
  const metrics = new Metrics();
  metrics.gauge('away', 'Away.', () => Promise.reject(new Error('no database')));
  metrics.gauge('here', 'Here.', () => [{ value: 1 }]);
  const text = await metrics.read();
  expect(text).toContain('here 1');
  expect(text).not.toContain('away 1');
});
