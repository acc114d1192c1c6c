import { expect, test } from 'vitest';
import type { BackupProgress } from '#server/backup/backup-progress.ts';
import { BackupLines } from './backup-lines.ts';

function follow(phase: BackupProgress['phase'], unitsPerSecond: number, { seconds, total }: { seconds: number; total: number }) {
  let atMs = 1_800_000_000_000;
  const lines: string[] = [];
  const restore = new BackupLines(
    (line) => lines.push(line.trim()),
    () => atMs,
  );
  for (let passed = 0; passed <= seconds; passed += 0.1) {
    restore.note({ phase, done: Math.min(total, Math.round(passed * unitsPerSecond)), total });
    atMs += 100;
  }
  return lines;
}

test('a restore says how far it is after two seconds, then every five', () => {
  expect(follow('restore', 10_000, { seconds: 12, total: 200_000 })).toEqual([
    expect.stringMatching(/^Restoring: 10 %, 20,000 of 200,000 rows, about 20 s left$/),
    expect.stringMatching(/^Restoring: 35 %, 70,000 of 200,000 rows, about 15 s left$/),
    expect.stringMatching(/^Restoring: 60 %, 120,000 of 200,000 rows, about 10 s left$/),
  ]);
});

test('a check and a backup count bytes, and short work says nothing', () => {
  const [line] = follow('check', 1_000_000, { seconds: 3, total: 9_000_000 });
  expect(line).toBe('Checking the backup: 22 %, 2.0 of 9.0 MB, about 10 s left');
  expect(follow('write', 1_000_000, { seconds: 3, total: 9_000_000 })).toEqual([line?.replace('Checking', 'Writing')]);
  expect(follow('check', 1_000_000, { seconds: 1, total: 1_000_000 })).toEqual([]);
});
