// Preloaded into a server under a bench: writes the longest stand of its event loop, in
// milliseconds, to the file named by BENCH_LOOP_FILE.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 5;
const WRITE_EVERY_MS = 500;
const file = process.env.BENCH_LOOP_FILE;

// The server alone: its children inherit the variable.
if (isMainThread && file && process.argv[1]?.endsWith('server.ts')) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  // From a signal on, so that the start does not count.
  process.on('SIGUSR2', () => delay.reset());
  setInterval(() => writeFileSync(file, String(delay.max / 1e6)), WRITE_EVERY_MS).unref();
}
