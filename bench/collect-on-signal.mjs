// Preloaded into a measured server: SIGUSR2 runs a garbage collection, so that heap sizes are
// comparable, and writes the bytes that remain to the file that BENCH_MEMORY_FILE names, if it does.
import { renameSync, writeFileSync } from 'node:fs';

const file = process.env.BENCH_MEMORY_FILE;

process.on('SIGUSR2', () => {
  for (let round = 0; round < 3; round++) globalThis.gc();
  if (file === undefined) return;
  const { heapUsed, external } = process.memoryUsage();
  // Renamed, so that a reader never finds half of it.
  writeFileSync(`${file}.new`, JSON.stringify({ liveBytes: heapUsed + external }));
  renameSync(`${file}.new`, file);
});
