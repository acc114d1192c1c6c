import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CpuMeter, cpuSecondsOfTree } from './cpu-time.mjs';

const work = 'for (let i = 0; i % 100_000 > 0 || process.cpuUsage().user < 200_000; i++);';
/** Of `work`, with a margin for the clock of the system, which counts in ticks. */
const LEAST_SECONDS = 0.15;
const TICK_SECONDS = 0.01;
const hasProc = existsSync('/proc/self/stat');

test.runIf(hasProc)('the time of a process has that of running and of ended children, each once', async () => {
  const before = cpuSecondsOfTree() ?? 0;
  spawnSync(process.execPath, ['-e', work]);
  const ended = cpuSecondsOfTree() ?? 0;
  expect(ended - before).toBeGreaterThan(LEAST_SECONDS);

  const child = spawn(process.execPath, ['-e', `${work} console.log('done'); setInterval(() => {}, 1000)`]);
  await once(child.stdout, 'data');
  const ofChild = cpuSecondsOfTree(child.pid) ?? 0;
  expect(ofChild).toBeGreaterThan(LEAST_SECONDS);
  expect((cpuSecondsOfTree() ?? 0) - ended).toBeGreaterThan(ofChild - TICK_SECONDS);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(cpuSecondsOfTree(child.pid)).toBeUndefined();
});

test.runIf(hasProc)('a meter keeps the time of processes that ended without being waited for', async () => {
  const meter = new CpuMeter();
  const shell = spawn('sh', [
    '-c',
    `"$0" -e "$1; console.log('done'); setTimeout(() => {}, 60_000)" & echo $! >&2; wait`,
    process.execPath,
    work,
  ]);
  const grandchild = Number(await once(shell.stderr, 'data'));
  await once(shell.stdout, 'data');
  const total = meter.take() ?? 0;
  expect(total).toBeGreaterThan(LEAST_SECONDS);
  shell.kill('SIGKILL');
  process.kill(grandchild, 'SIGKILL');
  await once(shell, 'exit');
  expect(meter.take()).toBeGreaterThan(total - TICK_SECONDS);
});

test('an unknown process has no time', () => {
  expect(cpuSecondsOfTree(2 ** 30)).toBeUndefined();
});
