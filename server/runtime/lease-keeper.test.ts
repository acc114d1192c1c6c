import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaseKeeper, type LeaseKeeperOptions } from './lease-keeper.ts';

const LEASE_MS = 5000;

/** A lease in a database that can be away, beside one other process. */
class FakeLease {
  isKept = true;
  isAway = false;
  hasLost = true;
  readonly calls: string[] = [];

  async register() {
    this.calls.push('register');
    this.isKept = true;
  }
  async beat() {
    if (this.isAway) throw new Error('no database');
    this.calls.push('beat');
    return this.isKept;
  }
  async findLost() {
    this.calls.push('findLost');
    return this.hasLost;
  }
  async findGone() {
    this.calls.push('findGone');
  }
  async leave() {
    this.calls.push('leave');
  }
  count(call: string): number {
    return this.calls.filter((one) => one === call).length;
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

async function start(options: Partial<LeaseKeeperOptions> = {}) {
  const lease = new FakeLease();
  const heard = { lost: 0, othersLost: 0 };
  const keeper = new LeaseKeeper({
    lease,
    leaseMs: LEASE_MS,
    onLost: () => void heard.lost++,
    onOthersLost: async () => void heard.othersLost++,
    log: { warn: () => {}, error: () => {} },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...options,
  });
  await keeper.start();
  return { lease, heard, keeper };
}

test('the lease is renewed once a second, and others are judged only after this process has been in touch for the time of a lease', async () => {
  const { lease, heard } = await start();
  await vi.advanceTimersByTimeAsync(4500);
  expect(lease.count('beat')).toBe(4);
  expect(lease.count('findLost')).toBe(0);
  await vi.advanceTimersByTimeAsync(2000);
  expect(heard.othersLost).toBeGreaterThan(0);
});

test('a process whose lease was taken lets go of its runs and begins again under a new one', async () => {
  const { lease, heard } = await start();
  lease.isKept = false;
  await vi.advanceTimersByTimeAsync(1100);
  expect(heard.lost).toBe(1);
  expect(lease.count('register')).toBe(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(heard.lost).toBe(1);
});

test('after the database was away nobody is judged until all had the time of a lease to say that they live', async () => {
  const { lease } = await start();
  await vi.advanceTimersByTimeAsync(6500);
  const before = lease.count('findLost');
  expect(before).toBeGreaterThan(0);
  lease.isAway = true;
  await vi.advanceTimersByTimeAsync(6000);
  lease.isAway = false;
  await vi.advanceTimersByTimeAsync(4500);
  expect(lease.count('findLost')).toBe(before);
  await vi.advanceTimersByTimeAsync(3000);
  expect(lease.count('findLost')).toBeGreaterThan(before);
});

test('a process that ends gives its lease back', async () => {
  const { lease, keeper } = await start();
  const closed = keeper.close();
  await vi.advanceTimersByTimeAsync(1100);
  await closed;
  expect(lease.calls.at(-1)).toBe('leave');
  const beats = lease.count('beat');
  await vi.advanceTimersByTimeAsync(3000);
  expect(lease.count('beat')).toBe(beats);
});
