import { expect, test } from 'vitest';
import { workspaceId } from '#lib/ports/run-store.ts';
import { QueuePositions } from './queue-positions.ts';

const line = { workspaceId: workspaceId('ws_1') };

test('runs that are not stored yet have distinct positions, which are free again once their runs are stored', async () => {
  let stored = 0;
  const places = new QueuePositions({ nextPosition: async () => stored + 1 });
  const lines = [line, line, { workspaceId: workspaceId('ws_2') }, { ...line, isStranger: true }];
  const taken = await Promise.all(lines.map((each) => places.take(each)));
  expect(taken.map(({ position }) => position)).toEqual([1, 2, 1, 1]);
  stored = 2;
  for (const { release } of taken) release();
  const third = await places.take(line);
  expect(third.position).toBe(3);
  stored = 0;
  third.release();
  expect((await places.take(line)).position).toBe(1);
});

test('a count that started before a run was stored and ended after it does not return the position of that run', async () => {
  const answer = Promise.withResolvers<number>();
  const counts = [Promise.resolve(1), answer.promise];
  const places = new QueuePositions({ nextPosition: () => counts.shift() ?? expect.unreachable('It was counted too often') });
  const first = await places.take(line);
  const second = places.take(line);
  first.release();
  answer.resolve(1);
  expect((await second).position).toBe(2);
});
