import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { BatchClock } from './batch-clock.ts';
import { coalesceBody } from './coalesce-body.ts';

/** A clock that comes when told to. */
class ManualClock implements BatchClock {
  #now = 0;
  #waiting: { at: number; wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  wait(wake: () => void, ticks: number): void {
    this.#waiting.push({ at: this.#now + ticks, wake });
  }

  /** How many ticks from now each one waits for. */
  get waiting(): number[] {
    return this.#waiting.map(({ at }) => at - this.#now);
  }

  async pass(ticks: number): Promise<void> {
    this.#now += ticks;
    const due = this.#waiting.filter(({ at }) => at <= this.#now);
    this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
    for (const { wake } of due) wake();
    await quiet();
  }
}

/** Long enough for everything that waits for nothing but the loop. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function open({ clock = new ManualClock(), isCoalesced = true }: { clock?: ManualClock; isCoalesced?: boolean } = {}) {
  const message = new PassThrough();
  const body = coalesceBody(message, { clock: isCoalesced ? clock : undefined, signal: undefined, rewrite: undefined });
  const got: string[] = [];
  const whole = (async () => {
    for await (const piece of body) got.push(Buffer.from(piece).toString());
  })();
  const send = async (...pieces: string[]) => {
    for (const piece of pieces) message.write(piece);
    await quiet();
  };
  return { message, clock, got, whole, send };
}

/** Past the eager start, in its first rest. */
async function openAndRest(ticksBeforeRest: number) {
  const opened = open();
  for (const piece of ['a', 'b', 'c']) await opened.send(piece);
  await opened.clock.pass(ticksBeforeRest);
  await opened.send('d');
  expect(opened.got).toEqual(['a', 'b', 'c', 'd']);
  return opened;
}

test('the first pieces wait for nothing, and then comes a rest', async () => {
  const { send, got, clock } = open();
  for (const piece of ['a', 'b', 'c']) await send(piece);
  expect([got, clock.waiting]).toEqual([['a', 'b', 'c'], []]);
  await send('d');
  await send('e');
  expect(got).toEqual(['a', 'b', 'c', 'd']);
  expect(clock.waiting).toHaveLength(1);
});

test('a fast stream rests for one tick and is not read meanwhile', async () => {
  const { send, got, clock, message } = await openAndRest(0.1);
  expect([clock.waiting, message.isPaused()]).toEqual([[1], true]);
  await send('e', 'f');
  await send('g');
  expect(got.slice(4)).toEqual([]);
  await clock.pass(1);
  expect(got.slice(4)).toEqual(['efg']);
  expect([clock.waiting, message.isPaused()]).toEqual([[1], true]);
});

test('a slow stream rests for five ticks', async () => {
  const { send, got, clock, message } = await openAndRest(1);
  expect([clock.waiting, message.isPaused()]).toEqual([[5], false]);
  await send('e');
  await clock.pass(4);
  await send('f');
  expect(got.slice(4)).toEqual([]);
  await clock.pass(1);
  expect(got.slice(4)).toEqual(['ef']);
  expect(clock.waiting).toEqual([5]);
});

test('a stream that has become fast is treated as such from the next rest on', async () => {
  const { send, got, clock } = await openAndRest(1);
  await send(...'efghijklmnopqrs');
  await clock.pass(5);
  expect(got.slice(4)).toEqual(['efghijklmnopqrs']);
  expect(clock.waiting).toEqual([1]);
});

test('a piece after an idle interval is sent at once', async () => {
  const { send, got, clock } = await openAndRest(1);
  await clock.pass(5);
  expect(clock.waiting).toEqual([]);
  await send('e');
  expect(got.slice(4)).toEqual(['e']);
});

test('the end of a slow stream waits for nothing', async () => {
  const { send, got, message, whole } = await openAndRest(1);
  await send('e');
  message.end('f');
  await whole;
  expect(got.slice(4)).toEqual(['ef']);
});

test('the end of a fast stream comes with the next tick', async () => {
  const { got, clock, message, whole } = await openAndRest(0.1);
  message.end('e');
  await quiet();
  expect(got.slice(4)).toEqual([]);
  await clock.pass(1);
  await whole;
  expect(got.slice(4)).toEqual(['e']);
});

test('a line that breaks in a rest is an error', async () => {
  const { message, whole } = await openAndRest(0.1);
  message.destroy(new Error('reset'));
  await expect(whole).rejects.toThrow('terminated');
});

test('a rest ends early when too much comes', async () => {
  const { send, got } = await openAndRest(1);
  await send(...'e'.repeat(1000));
  expect(got.slice(4).join('').length).toBeGreaterThanOrEqual(256);
});

test('without a clock nothing rests', async () => {
  const { send, got, message } = open({ isCoalesced: false });
  for (const piece of 'abcdefgh') await send(piece);
  expect([got, message.isPaused()]).toEqual([[...'abcdefgh'], false]);
});
