import type { BenchOptions } from './run.ts';

/** Splits `<name> [--json] [--key value | --key=value | --flag]…`. */
export function parseBenchArguments(words: readonly string[]): {
  name: string | undefined;
  isJson: boolean;
  options: BenchOptions;
} {
  const options: Record<string, string | true> = {};
  let name: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = words[at + 1];
    const [, key, value] = /^--([^=]+)(?:=(.*))?$/.exec(word) ?? [];
    if (key === undefined) name ??= word;
    else if (value !== undefined) options[key] = value;
    else if (key !== 'json' && next !== undefined && !next.startsWith('--')) {
      options[key] = next;
      at++;
    } else options[key] = true;
  }
  const { json, ...rest } = options;
  return { name, isJson: json !== undefined, options: rest };
}
