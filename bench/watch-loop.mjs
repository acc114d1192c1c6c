// Preloaded into a measured server: writes the longest block of its event loop, in milliseconds, to
// the file named by BENCH_LOOP_FILE.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;
const WRITE_EVERY_MS = 500;
const file = process.env.BENCH_LOOP_FILE;

// Only in the server: its children inherit the variable, too.
if (isMainThread && file && process.argv[1]?.endsWith('server.ts')) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  // Begins with a signal, so that the start does not count.
  process.on('SIGUSR2', () => delay.reset());
  setInterval(() => writeFileSync(file, String(delay.max / 1e6)), WRITE_EVERY_MS).unref();
}
