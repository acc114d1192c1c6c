import { expect, test } from 'vitest';
import { Interrupted } from '../child.mjs';
import { runStages } from './run-stages.mjs';

/** Runs stages on a clock that their work moves on. */
async function run(
  stages: { name: string; takesSeconds?: number; budgetSeconds?: number; limitSeconds?: number; fails?: Error }[],
) {
  const lines: string[] = [];
  const ran: string[] = [];
  let nowMs = 0;
  const made = stages.map(({ name, takesSeconds = 1, budgetSeconds = 10, fails, ...limit }) => ({
    name,
    budgetSeconds,
    ...limit,
    run: async () => {
      ran.push(name);
      nowMs += takesSeconds * 1000;
      if (fails) throw fails;
      return { passed: 3, failed: 0, notes: [] };
    },
  }));
  const total = await runStages(made, { env: {} }, { now: () => nowMs, print: (line: string) => lines.push(line) });
  return { ...total, ran, text: lines.join('\n') };
}

test('all stages run, also after one that failed, and their counts are added', async () => {
  const { passed, failed, ran, text } = await run([
    { name: 'a' },
    { name: 'b', fails: new Error('no such program') },
    { name: 'c' },
  ]);
  expect({ passed, failed, ran }).toEqual({ passed: 6, failed: 1, ran: ['a', 'b', 'c'] });
  expect(text.trimEnd().split('\n').at(-1)).toBe('  b: no such program');
});

test('a stage fails at twice its budget and not before', async () => {
  expect(await run([{ name: 'a', takesSeconds: 19 }])).toMatchObject({ passed: 3, failed: 0 });
  expect(await run([{ name: 'a', takesSeconds: 20 }])).toMatchObject({ passed: 3, failed: 1 });
});

test('a stage with a limit of its own fails at that', async () => {
  expect(await run([{ name: 'a', takesSeconds: 14, limitSeconds: 15 }])).toMatchObject({ failed: 0 });
  const late = await run([{ name: 'a', takesSeconds: 15, limitSeconds: 15 }]);
  expect(late).toMatchObject({ failed: 1 });
  expect(late.text).toContain('took 15 s, more than the 15 s it may');
});

test('the time of each stage stands beside its budget', async () => {
  expect((await run([{ name: 'unit', takesSeconds: 4, budgetSeconds: 30 }])).text).toMatch(
    /ok +unit +4\.0 s of 30 s +3 passed, 0 failed/,
  );
});

test('Ctrl-C ends all of it', async () => {
  await expect(run([{ name: 'a', fails: new Interrupted('SIGINT') }, { name: 'b' }])).rejects.toThrow('SIGINT');
});
