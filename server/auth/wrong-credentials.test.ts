import { expect, test } from 'vitest';
import { ManualClock } from '#tests/support/manual-clock.ts';
import { WrongCredentials } from './wrong-credentials.ts';

function make() {
  const clock = new ManualClock();
  const lines: unknown[] = [];
  const counted: unknown[] = [];
  const wrong = new WrongCredentials({
    clock,
    log: { warn: (message, fields) => void lines.push([message, fields]) },
    metrics: { countWrongCredential: (labels) => void counted.push(labels) },
  });
  const gone = new AbortController();
  const show = (address: string | undefined, kind: 'admin-token' | 'key' = 'admin-token') =>
    wrong.slowDown(address, kind, gone.signal);
  return { clock, lines, counted, show, leave: () => gone.abort() };
}

test('ten wrong tokens are refused at once, and those after them one a second', async () => {
  const { clock, show } = make();
  for (let shown = 0; shown < 10; shown++) await show('10.0.0.1');
  const delayed = [show('10.0.0.1'), show('10.0.0.1')];
  expect(clock.waitingMs).toEqual([1000, 2000]);
  await show('10.0.0.2');
  clock.advance(2000);
  await Promise.all(delayed);
});

test('no refusal waits longer than ten seconds', () => {
  const { clock, show } = make();
  for (let shown = 0; shown < 100; shown++) void show('10.0.0.1');
  expect(clock.waitingMs.at(-1)).toBe(10_000);
  clock.advance(20_000);
  void show('10.0.0.1');
  expect(clock.waitingMs).toEqual([]);
});

test('a client that went away is waited for no longer', async () => {
  const { show, leave } = make();
  const all = Array.from({ length: 30 }, () => show('10.0.0.1'));
  leave();
  await Promise.all(all);
});

test('addresses of one IPv6 network count together, and those that IPv4 writes in two ways as well', () => {
  const { lines, show } = make();
  for (let host = 1; host <= 10; host++) void show(`2001:db8:1:2::${host}`);
  for (let shown = 0; shown < 5; shown++) void show('10.0.0.1');
  for (let shown = 0; shown < 5; shown++) void show('::ffff:10.0.0.1');
  const counts = lines.map((line) => (line as [string, { address: string; count: number }])[1]);
  expect(counts.filter(({ count }) => count === 10)).toMatchObject([{ address: '2001:db8:1:2::/64' }, { address: '10.0.0.1' }]);
});

test('the log has the first, every tenfold and one a minute of an address', () => {
  const { clock, lines, counted, show } = make();
  for (let shown = 0; shown < 1000; shown++) void show('10.0.0.1', 'key');
  clock.advance(61_000);
  void show('10.0.0.1', 'key');
  expect(lines).toEqual(
    [1, 10, 100, 1000, 1001].map((count) => ['wrong credentials', { address: '10.0.0.1', kind: 'key', count }]),
  );
  expect(counted).toHaveLength(1001);
  clock.advance(20 * 60_000);
  void show('10.0.0.1', 'key');
  expect(lines.at(-1)).toMatchObject(['wrong credentials', { count: 1 }]);
});

test('many addresses cannot flood the log', () => {
  const { lines, show } = make();
  for (let host = 0; host < 30_000; host++) void show(`10.${host >> 16}.${(host >> 8) & 255}.${host & 255}`);
  expect(lines).toHaveLength(20);
});
