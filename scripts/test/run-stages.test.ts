import { expect, test } from 'vitest';
import { Interrupted } from '../child.mjs';
import { runStages } from './run-stages.mjs';

type File = { file: string; seconds: number };
type Stage = {
  name: string;
  takesSeconds?: number;
  budgetSeconds?: number;
  needs?: string[];
  isAlone?: boolean;
  fails?: Error;
  files?: File[];
  cpuSeconds?: number;
};

/** Runs stages on a clock that moves on to the end of the next one whenever all of them wait. */
async function run(stages: Stage[]) {
  const lines: string[] = [];
  const log: string[] = [];
  const waiting = new Set<{ untilMs: number; resolve: () => void }>();
  let nowMs = 0;
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      waiting.add({ untilMs: nowMs + ms, resolve });
      setImmediate(() => {
        const [first] = [...waiting].sort((a, b) => a.untilMs - b.untilMs);
        if (!first) return;
        waiting.delete(first);
        nowMs = first.untilMs;
        first.resolve();
      });
    });
  const made = stages.map(({ name, takesSeconds = 1, budgetSeconds = 10, fails, files, cpuSeconds, ...rest }) => ({
    name,
    budgetSeconds,
    ...rest,
    run: async () => {
      log.push(`${name} starts at ${nowMs / 1000}`);
      await sleep(takesSeconds * 1000);
      if (fails) throw fails;
      return { passed: 3, failed: 0, notes: [], files, cpuSeconds };
    },
  }));
  const total = await runStages(made, { env: {} }, { now: () => nowMs, print: (line: string) => lines.push(line) });
  return { ...total, log, text: lines.join('\n') };
}

test('all stages run, also after one that failed, and their counts are added', async () => {
  const { passed, failed, log, text } = await run([
    { name: 'a' },
    { name: 'b', fails: new Error('no such program') },
    { name: 'c' },
  ]);
  expect({ passed, failed }).toEqual({ passed: 6, failed: 1 });
  expect(log).toEqual(['a starts at 0', 'b starts at 0', 'c starts at 1']);
  expect(text.trimEnd().split('\n').at(-1)).toBe('  b: no such program');
});

test('a stage fails at three times its budget and not before', async () => {
  expect(await run([{ name: 'a', takesSeconds: 29 }])).toMatchObject({ passed: 3, failed: 0 });
  const late = await run([{ name: 'a', takesSeconds: 30 }]);
  expect(late).toMatchObject({ passed: 3, failed: 1 });
  expect(late.text).toContain('took 30 s, more than 3 times its budget');
});

test('a stage waits for those it needs, and one that needs the machine alone for all', async () => {
  const { log } = await run([
    { name: 'build', takesSeconds: 5 },
    { name: 'browser', needs: ['build', 'not chosen'], takesSeconds: 4 },
    { name: 'unit', takesSeconds: 2 },
    { name: 'bench', isAlone: true },
    { name: 'flows', takesSeconds: 1 },
    { name: 'last' },
  ]);
  expect(log).toEqual([
    'build starts at 0',
    'unit starts at 0',
    'flows starts at 2',
    'last starts at 3',
    'browser starts at 5',
    'bench starts at 9',
  ]);
});

test('stages that need each other are an error', async () => {
  const circle = [
    { name: 'a', needs: ['b'] },
    { name: 'b', needs: ['a'] },
  ];
  await expect(run(circle)).rejects.toThrow('a, b');
});

test('minutes of each stage are shown with its budget, and of the whole run', async () => {
  const { text } = await run([
    { name: 'unit', takesSeconds: 64, budgetSeconds: 90 },
    { name: 'flows', takesSeconds: 100, budgetSeconds: 90 },
  ]);
  expect(text).toMatch(/ok +unit +1:04 of 1:30 +3 passed, 0 failed/);
  expect(text).toMatch(/in all +1:40, stages one by one 2:44/);
});

test('the slowest twenty files are shown, slowest first', async () => {
  const files = Array.from({ length: 30 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index * 10 }));
  const { text } = await run([
    { name: 'unit', files },
    { name: 'e2e', files: [{ file: 'editor.spec.ts', seconds: 275 }] },
  ]);
  const shown = text.split('\n').filter((line) => /\.(test|spec)\.ts$/.test(line));
  expect(shown).toHaveLength(20);
  expect(shown.slice(0, 3).map((line) => line.trim().split(/ +/))).toEqual([
    ['4:50', 'unit', '29.test.ts'],
    ['4:40', 'unit', '28.test.ts'],
    ['4:35', 'e2e', 'editor.spec.ts'],
  ]);
});

test('the CPU time of a stage is in its line where it is known', async () => {
  const { text } = await run([{ name: 'unit', cpuSeconds: 75 }, { name: 'lint' }]);
  expect(text).toContain('3 passed, 0 failed, CPU 1:15');
  expect(text).toMatch(/lint +\S+ of \S+ +3 passed, 0 failed$/m);
});

test('Ctrl-C ends the run', async () => {
  await expect(run([{ name: 'a', fails: new Interrupted('SIGINT') }, { name: 'b' }])).rejects.toThrow('SIGINT');
});
