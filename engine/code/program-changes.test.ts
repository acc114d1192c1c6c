import { expect, test } from 'vitest';
import { makeExecutorContext } from '#tests/support/executor-context.ts';
import { ProgramChanges } from './program-changes.ts';

const never = () => {
  throw new Error('nothing was to wait');
};

/** The changes of a program that changed these things in an earlier life. */
async function after(...ids: string[]): Promise<ProgramChanges> {
  const { context } = makeExecutorContext();
  const before = new ProgramChanges(context);
  for (const id of ids) await before.admit(id, never);
  return new ProgramChanges(context);
}

test('earlier changes may be requested in any order, and a new one after all of them', async () => {
  const changes = await after('a', 'b');
  for (const id of ['b', 'a', 'c']) await changes.admit(id, never);
  expect(changes.missing).toEqual([]);
});

test('a new change waits until all earlier ones are requested', async () => {
  const changes = await after('a', 'b');
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const fresh = changes.admit('c', held.resolve).then(() => order.push('c'));
  await held.promise;
  expect([changes.held, changes.missing]).toEqual([1, ['a', 'b']]);
  for (const id of ['a', 'b']) await changes.admit(id, never).then(() => order.push(id));
  await fresh;
  expect(order).toEqual(['a', 'b', 'c']);
});

test.each(['before', 'after'])('something new is refused when the program ends %s it began to wait', async (moment) => {
  const changes = await after('post-a');
  const held = Promise.withResolvers<void>();
  const fresh = changes.admit('post-c', held.resolve);
  if (moment === 'after') await held.promise;
  changes.close();
  await expect(fresh).rejects.toMatchObject({
    code: 'program-changed',
    message: expect.stringContaining('no longer: post-a'),
  });
});
