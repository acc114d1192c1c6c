import type { Terminal } from './terminal.ts';

/** `flag` is there or not, `text` has one value, `texts` may be given many times. */
export type OptionDefinition = {
  readonly kind: 'flag' | 'text' | 'texts';
  readonly help: string;
  /** What the help calls the value, as `URL`. */
  readonly value?: string;
};
export type OptionDefinitions = Readonly<Record<string, OptionDefinition>>;

type OptionValue<Kind> = Kind extends 'flag' ? boolean : Kind extends 'text' ? string | undefined : readonly string[];
export type OptionValues<O extends OptionDefinitions> = { readonly [Name in keyof O]: OptionValue<O[Name]['kind']> };

export type CommandCall<O extends OptionDefinitions> = {
  readonly operands: readonly string[];
  readonly options: OptionValues<O>;
  readonly terminal: Terminal;
};

export type CommandDefinition<O extends OptionDefinitions = OptionDefinitions> = {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Arguments after the name, as `FILE [options]`. */
  readonly usage: string;
  /** How many operands it takes. */
  readonly operands: { readonly min: number; readonly max: number };
  readonly options: O;
  readonly details: string;
  readonly examples: readonly string[];
  /** @returns the exit code. Loads what it needs itself, so that other commands start without it. */
  run(call: CommandCall<O>): Promise<number>;
};

/** Keeps the types of the options for `run`. */
export function defineCommand<const O extends OptionDefinitions>(command: CommandDefinition<O>): CommandDefinition {
  // Arguments are parsed by the very options that `run` takes its types from.
  return command as unknown as CommandDefinition;
}
