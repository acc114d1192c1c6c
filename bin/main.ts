import { readFile } from 'node:fs/promises';
import { ApiError } from '#lib/api/api-error.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import { commands } from './commands.ts';
import type { CommandDefinition } from './define-command.ts';
import { exitCode } from './exit-code.ts';
import { commandHelp, generalHelp } from './help-text.ts';
import { parseArguments } from './parse-arguments.ts';
import { makeTerminal, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command that the process was started with, and ends the process with its exit code. */
export async function main(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endOnBrokenPipe);
  const terminal = makeTerminal(process, process.env);
  const code = await runCommandLine(process.argv.slice(2), terminal).catch((error: unknown) => explain(error, terminal));
  // Both may be pipes that still hold what was written, and a socket kept alive must not keep the process.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
  process.exit(code);
}

async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined) {
    terminal.err(generalHelp(commands));
    return exitCode.usage;
  }
  if (name === '--version' || name === '-v') return printVersion(terminal);
  if (name === 'help' || name === '--help' || name === '-h') return printHelp(rest, terminal);
  const command = findCommand(name);
  const parsed = parseArguments(command, rest);
  if (parsed.isHelp) return printHelp([command.name], terminal);
  return command.run({ operands: parsed.operands, options: parsed.options, terminal });
}

function findCommand(name: string): CommandDefinition {
  const command = commands.find((one) => one.name === name);
  if (command) return command;
  const names = [...commands.map((one) => one.name), 'help'];
  const kind = name.startsWith('-') ? 'option' : 'command';
  const meant = didYouMean(name, kind === 'option' ? ['--version', '--help'] : names);
  throw new UsageError(`There is no ${kind} '${name}'. ${meant ? `Did you mean ${meant}?` : `There are ${names.join(', ')}`}`);
}

function printHelp([name]: readonly string[], terminal: Terminal): number {
  terminal.out(name === undefined || name === 'help' ? generalHelp(commands) : commandHelp(findCommand(name)));
  return exitCode.ok;
}

async function printVersion(terminal: Terminal): Promise<number> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  terminal.out(`${version}\n`);
  return exitCode.ok;
}

/** Codes of what the caller can put right. */
const usageCodes: readonly string[] = [
  'workflow-invalid',
  'inputs-invalid',
  'config-invalid',
  'model-not-found',
  'body-invalid',
  'body-too-large',
];

function explain(error: unknown, terminal: Terminal): number {
  if (error instanceof UsageError) {
    terminal.err(`threadloom: ${error.message}\n`);
    return exitCode.usage;
  }
  if (AppError.is(error) || error instanceof ApiError) {
    terminal.err(`threadloom: ${error.message}\n`);
    return usageCodes.includes(error.code) ? exitCode.usage : exitCode.failed;
  }
  terminal.err(`threadloom: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return exitCode.failed;
}

/** `threadloom … | head`: the reader has closed the pipe. */
function endOnBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(exitCode.brokenPipe);
  throw error;
}
