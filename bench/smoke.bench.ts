import { aim } from './aims.ts';
import crash from './crash.bench.ts';
import engine from './engine.bench.ts';
import type { Bench, BenchResult } from './run.ts';
import semantics from './semantics.bench.ts';

/**
 * Runs each bench for a few seconds, to check that it works and that counts of errors are zero.
 * Times and ratios are not checked.
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

/** @throws when a bench fails, returns NaN, or misses an aim that applies to short runs, too */
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
