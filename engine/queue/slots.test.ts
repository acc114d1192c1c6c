import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('no more than there are slots runs at once, the others go in the order they came, and one that fails frees its slot', async () => {
  const slots = new Slots(2);
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = gates.map(({ promise }, index) =>
    slots.run(async () => {
      begun.push(index);
      await promise;
    }),
  );
  expect([begun, slots.free]).toEqual([[0, 1], 0]);
  gates[1]?.reject(new Error('broke'));
  await expect(runs[1]).rejects.toThrow('broke');
  expect(begun).toEqual([0, 1, 2]);
  gates[0]?.resolve();
  await runs[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const gate of gates) gate.resolve();
  await Promise.all([runs[2], runs[3]]);
  expect(slots.free).toBe(2);
});

test('who waits with patience has the next slot in its turn, and who has no patience left takes none from those behind', async () => {
  const slots = new Slots(1);
  const leave = await slots.enter({ patienceMs: 0 });
  const [impatient, patient] = [slots.enter({ patienceMs: 1 }), slots.enter({ patienceMs: 60_000 })];
  expect(await impatient).toBeUndefined();
  leave?.();
  const leaveLast = await patient;
  expect(slots.free).toBe(0);
  leaveLast?.();
  expect(slots.free).toBe(1);
});
