import { expect, test } from 'vitest';
import { FairPermits, type PermitCaller } from './fair-permits.ts';

function setUp(permits: number) {
  const fair = new FairPermits(permits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, caller: PermitCaller, signal = new AbortController().signal) => {
    const work = () =>
      new Promise<void>((resolve) => {
        begun.push(name);
        ends.set(name, resolve);
      });
    return fair.run(work, { caller, signal });
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, start, end };
}
const visitor = (id: string) => ({ kind: 'stranger', id }) as const;
const turn = () => new Promise(setImmediate);

test('strangers never have the last permit, and members who come later are served at once', async () => {
  const { begun, start } = setUp(2);
  for (const name of ['a1', 'a2', 'a3']) void start(name, visitor('a'));
  await turn();
  expect(begun).toEqual(['a1']);
  void start('member', { kind: 'member' });
  await turn();
  expect(begun).toEqual(['a1', 'member']);
});

test('callers of a kind take turns, and so do the kinds', async () => {
  const { begun, start, end } = setUp(2);
  for (const name of ['a1', 'a2', 'a3']) void start(name, visitor('a'));
  void start('b1', visitor('b'));
  void start('k1', { kind: 'key', id: 'k' });
  void start('k2', { kind: 'key', id: 'k' });
  await turn();
  expect(begun).toEqual(['a1', 'k1']);
  await end('a1');
  await end('a2');
  expect(begun).toEqual(['a1', 'k1', 'a2', 'b1']);
  await end('k1');
  expect(begun.at(-1)).toBe('k2');
});

test('a caller that waits and leaves takes no permit', async () => {
  const { begun, start, end } = setUp(1);
  void start('a1', visitor('a'));
  const gone = new AbortController();
  const refused = expect(start('a2', visitor('a'), gone.signal)).rejects.toThrow('gone');
  void start('a3', visitor('a'));
  await turn();
  gone.abort(new Error('gone'));
  await refused;
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});
