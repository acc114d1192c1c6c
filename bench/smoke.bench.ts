import { aim } from './aims.ts';
import crash from './crash.bench.ts';
import engine from './engine.bench.ts';
import type { Bench, BenchResult } from './run.ts';
import semantics from './semantics.bench.ts';

/**
 * Each bench for a few seconds: that it still runs, and that what has to be zero is zero. Times and
 * ratios are for the real runs.
 */
const parts: readonly { bench: Bench; options: Record<string, string>; mustHold: readonly string[] }[] = [
  { bench: semantics, options: { count: '500', seed: '20261122' }, mustHold: ['differing'] },
  { bench: engine, options: { rounds: '1' }, mustHold: [] },
  {
    bench: crash,
    options: { kills: '2' },
    mustHold: ['lostRuns', 'lostEvents', 'nodesRunTwice', 'effectsWithoutStart', 'effectsRepeatedUnasked'],
  },
];

/** @throws when a bench fails, gives a value that is no number, or misses what must hold in a short run, too */
export default async function smoke(): Promise<BenchResult> {
  const results: BenchResult[] = [];
  for (const { bench, options, mustHold } of parts) {
    const result = await bench(options);
    const broken = result.aims.filter(({ name, value, holds }) => !Number.isFinite(value) || (mustHold.includes(name) && !holds));
    if (broken.length > 0) throw new Error(`${result.name}: ${JSON.stringify(broken)}\n${JSON.stringify(result, null, 2)}`);
    results.push(result);
  }
  return { name: 'smoke', aims: [aim('benches', results.length, { atLeast: parts.length })], results };
}
