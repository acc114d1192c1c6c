import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

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

test('a label holds any text', async () => {
  const metrics = new Metrics();
  metrics.counter('seen', 'Seen.')({ path: 'a"b\\c\nd' });
  expect(await metrics.read()).toContain('seen{path="a\\"b\\\\c\\nd"} 1');
});

test('a number that cannot be looked up is left out, and the others are there', async () => {
  const metrics = new Metrics();
  metrics.gauge('away', 'Away.', () => Promise.reject(new Error('no database')));
  metrics.gauge('here', 'Here.', () => [{ value: 1 }]);
  const text = await metrics.read();
  expect(text).toContain('here 1');
  expect(text).not.toContain('away 1');
});
