import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaseKeeper, type LeaseKeeperOptions } from './lease-keeper.ts';

const LEASE_MS = 5000;

/** A lease in a database that can be unreachable. */
class FakeLease {
  isKept = true;
  isUnreachable = false;
  hasLost = true;
  readonly calls: string[] = [];

  async register() {
    this.calls.push('register');
    this.isKept = true;
  }
  async heartbeat() {
    if (this.isUnreachable) throw new Error('no database');
    this.calls.push('heartbeat');
    return this.isKept;
  }
  async markExpired() {
    this.calls.push('markExpired');
    return this.hasLost;
  }
  async markDeadNeighbours() {
    this.calls.push('markDeadNeighbours');
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
  const seen = { lost: 0, othersLost: 0 };
  const keeper = new LeaseKeeper({
    lease,
    leaseMs: LEASE_MS,
    onLost: () => void seen.lost++,
    onOthersLost: async () => void seen.othersLost++,
    log: { warn: () => {}, error: () => {} },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...options,
  });
  await keeper.start();
  return { lease, seen, keeper };
}

test('the lease is renewed every second, and others expire only after this process had heartbeats for the time of a lease', async () => {
  const { lease, seen } = await start();
  await vi.advanceTimersByTimeAsync(4500);
  expect(lease.count('heartbeat')).toBe(4);
  expect(lease.count('markExpired')).toBe(0);
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen.othersLost).toBeGreaterThan(0);
});

test('a process whose lease expired abandons its runs and registers again', async () => {
  const { lease, seen } = await start();
  lease.isKept = false;
  await vi.advanceTimersByTimeAsync(1100);
  expect(seen.lost).toBe(1);
  expect(lease.count('register')).toBe(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(seen.lost).toBe(1);
});

test('after a database outage no lease expires until all processes had the time of a lease for a heartbeat', async () => {
  const { lease } = await start();
  await vi.advanceTimersByTimeAsync(6500);
  const before = lease.count('markExpired');
  expect(before).toBeGreaterThan(0);
  lease.isUnreachable = true;
  await vi.advanceTimersByTimeAsync(6000);
  lease.isUnreachable = false;
  await vi.advanceTimersByTimeAsync(4500);
  expect(lease.count('markExpired')).toBe(before);
  await vi.advanceTimersByTimeAsync(3000);
  expect(lease.count('markExpired')).toBeGreaterThan(before);
});

test('a process that ends gives its lease back', async () => {
  const { lease, keeper } = await start();
  const closed = keeper.close();
  await vi.advanceTimersByTimeAsync(1100);
  await closed;
  expect(lease.calls.at(-1)).toBe('leave');
  const heartbeats = lease.count('heartbeat');
  await vi.advanceTimersByTimeAsync(3000);
  expect(lease.count('heartbeat')).toBe(heartbeats);
});
