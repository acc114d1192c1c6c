import { median, percentile } from '../aims.ts';

/** Rounded milliseconds of the median and of the slowest twentieth. */
export function summarizeLatencies(latenciesMs: readonly number[]): { p50: number; p95: number } {
  return { p50: round(percentile(latenciesMs, 0.5)), p95: round(percentile(latenciesMs, 0.95)) };
}

/** Packages of npm's hidden lockfile, `node_modules/.package-lock.json`. A linked folder is not a package. */
export function countPackages(hiddenLock: unknown): number {
  const { packages = {} } = hiddenLock as { packages?: Record<string, { link?: boolean }> };
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link).length;
}

/** Numbers of one round, in groups. */
export type Figures = { readonly [name: string]: number | Figures };

/**
 * The median of each number over several rounds. A number that is missing in a round is the median
 * of the others.
 */
export function mediansOf(rounds: readonly Figures[]): Figures {
  const names = [...new Set(rounds.flatMap((round) => Object.keys(round)))];
  return Object.fromEntries(
    names.map((name): [string, Figures | number] => [name, medianOf(rounds.map((round) => round[name]))]),
  );
}

function medianOf(values: readonly (number | Figures | undefined)[]): number | Figures {
  const groups = values.filter((value) => typeof value === 'object');
  return groups.length > 0 ? mediansOf(groups) : round(median(values.filter((value) => typeof value === 'number')));
}

/**
 * The median over the rounds of each number divided by that of the base in the same round. A number
 * that the base does not have is left out.
 */
export function ratiosTo(base: readonly Figures[], rounds: readonly Figures[]): Figures {
  return mediansOf(rounds.map((round, index) => divide(round, base[index] ?? {})));
}

function divide(figures: Figures, base: Figures): Figures {
  const quotients: Record<string, number | Figures> = {};
  for (const [name, value] of Object.entries(figures)) {
    const other = base[name];
    if (typeof value === 'object' && typeof other === 'object') quotients[name] = divide(value, other);
    if (typeof value === 'number' && typeof other === 'number' && other !== 0) quotients[name] = value / other;
  }
  return quotients;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
