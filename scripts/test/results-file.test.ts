import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { appendResults, firstLine, readResults } from './results-file.mjs';

test('results are there before their runner has ended, without the line that was being written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadloom-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  onTestFinished(() => void vi.unstubAllEnvs());
  const path = join(folder, 'results.jsonl');
  expect(readResults(path)).toEqual([]);
  vi.stubEnv('TEST_RESULTS', path);
  appendResults({ file: 'a', seconds: 1 }, { file: 'b', seconds: 2 });
  writeFileSync(path, '{"file":', { flag: 'a' });
  expect(readResults(path)).toEqual([
    { file: 'a', seconds: 1 },
    { file: 'b', seconds: 2 },
  ]);
});

test('an error is one line without colours', () => {
  expect(firstLine('\u001b[31mexpected 1\n  to be 2\u001b[39m')).toBe('expected 1 to be 2');
});
