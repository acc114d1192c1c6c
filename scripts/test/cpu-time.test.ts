import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cpuSecondsOfTree } from './cpu-time.mjs';

const work = 'for (let i = 0; i % 100_000 > 0 || process.cpuUsage().user < 200_000; i++);';
const hasProc = existsSync('/proc/self/stat');

test.runIf(hasProc)('the time of a process has that of running and of ended children, each once', async () => {
  const before = cpuSecondsOfTree() ?? 0;
  spawnSync(process.execPath, ['-e', work]);
  const ended = cpuSecondsOfTree() ?? 0;
  expect(ended - before).toBeGreaterThanOrEqual(0.19);

  const child = spawn(process.execPath, ['-e', `${work} console.log('done'); setInterval(() => {}, 1000)`]);
  await once(child.stdout, 'data');
  const ofChild = cpuSecondsOfTree(child.pid) ?? 0;
  expect(ofChild).toBeGreaterThanOrEqual(0.19);
  expect((cpuSecondsOfTree() ?? 0) - ended).toBeGreaterThanOrEqual(ofChild);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(cpuSecondsOfTree(child.pid)).toBeUndefined();
});

test('an unknown process has no time', () => {
  expect(cpuSecondsOfTree(2 ** 30)).toBeUndefined();
});
