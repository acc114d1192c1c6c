import '#server/process/assert-node-version.ts';
import { readdirSync } from 'node:fs';
import type { Aim } from './aims.ts';
import { parseBenchArguments } from './parse-bench-arguments.ts';

/**
 * Options after the name on the command line: `--kills 50` is `{ kills: '50' }`, `--quick` is
 * `{ quick: true }`.
 */
export type BenchOptions = Readonly<Record<string, string | true>>;

/** Result of a bench: its aims, and further values that explain them. */
export interface BenchResult {
  name: string;
  aims: Aim[];
  [detail: string]: unknown;
}

/** The default export of `bench/<name>.bench.ts`. */
export type Bench = (options: BenchOptions) => Promise<BenchResult>;

const suffix = '.bench.ts';

async function main(): Promise<void> {
  const { name, isJson, options } = parseBenchArguments(process.argv.slice(2));
  const names = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length));
  if (!name || !names.includes(name))
    throw new Error(`${name ? `There is no bench ${name}.` : 'Which bench?'} There are: ${names.sort().join(', ')}.`);
  // Standard output has the result only. Other output of benches and libraries goes to standard error.
  if (isJson) console.log = console.error;
  const { default: bench } = (await import(`./${name}${suffix}`)) as { default: Bench };
  const result = await bench(options);
  process.stdout.write(isJson ? `${JSON.stringify(result)}\n` : describeResult(result));
}

function describeResult({ name, aims, ...details }: BenchResult): string {
  const width = Math.max(...aims.map((aim) => aim.name.length), 4);
  const rows = aims.map(
    (aim) =>
      `  ${aim.holds ? 'ok    ' : 'MISSED'}  ${aim.name.padEnd(width)}  ${String(round(aim.value)).padStart(10)}   aim ${aim.aim}`,
  );
  return `${name}\n${rows.join('\n')}\n${JSON.stringify(details, null, 2)}\n`;
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}

main().then(
  // A library may still have an open timer or socket.
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exit(1);
  },
);
