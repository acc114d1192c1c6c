import { parseArgs } from 'node:util';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import type { CommandDefinition, OptionDefinitions, OptionValues } from './define-command.ts';
import { UsageError } from './usage-error.ts';

export type ParsedArguments =
  | { readonly isHelp: true }
  | { readonly isHelp: false; readonly operands: readonly string[]; readonly options: OptionValues<OptionDefinitions> };

/**
 * The arguments of one command by its definition.
 * @throws {UsageError} naming the option at fault and the one that was probably meant
 */
export function parseArguments(command: CommandDefinition, args: readonly string[]): ParsedArguments {
  const known = Object.entries(command.options);
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(
        known.map(([name, { kind }]) => [name, { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) }]),
      ),
    },
    allowPositionals: true,
    // Checked below instead: the built-in messages know no "did you mean".
    strict: false,
    tokens: true,
  });
  const options: Record<string, boolean | string | string[] | undefined> = Object.fromEntries(
    known.map(([name, { kind }]) => [name, kind === 'flag' ? false : kind === 'texts' ? [] : undefined]),
  );
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { isHelp: true };
    const value = optionValue(command, token);
    const sofar = options[token.name];
    options[token.name] = Array.isArray(sofar) ? [...sofar, String(value)] : value;
  }
  checkOperands(command, positionals);
  return { isHelp: false, operands: positionals, options: options as OptionValues<OptionDefinitions> };
}

type OptionToken = {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
};

function optionValue(command: CommandDefinition, { name, rawName, value, inlineValue }: OptionToken): string | boolean {
  const definition = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (!definition) throw unknownOption(command, rawName, name);
  if (definition.kind === 'flag') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return true;
  }
  // `--server --json`: the next option is not this one's value.
  if (value === undefined || value === '' || (!inlineValue && value.startsWith('--')))
    throw new UsageError(`${rawName} needs a value: ${rawName} ${definition.value}`);
  return value;
}

function unknownOption(command: CommandDefinition, rawName: string, name: string): UsageError {
  const names = [...Object.keys(command.options), 'help'];
  const meant = didYouMean(name, names);
  const hint = meant ? `Did you mean --${meant}?` : `It takes ${names.map((one) => `--${one}`).join(', ')}`;
  return new UsageError(`threadloom ${command.name} has no option ${rawName}. ${hint}`);
}

function checkOperands({ name, usage, operands: { min, max } }: CommandDefinition, given: readonly string[]): void {
  if (given.length < min) throw new UsageError(`${usage.split(/[. ]/)[0]} is missing: threadloom ${name} ${usage}`);
  if (given.length > max) throw new UsageError(`'${given[max]}' is one too many: threadloom ${name} ${usage}`);
}
