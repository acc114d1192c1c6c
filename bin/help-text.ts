import type { CommandDefinition } from './define-command.ts';

const WIDTH = 24;

/** What `threadloom help` prints. */
export function generalHelp(commands: readonly CommandDefinition[]): string {
  return `Runs, checks, formats and publishes Threadloom workflows.

Usage: threadloom COMMAND [options]

Commands
${rows(commands.map(({ name, summary }) => [name, summary]))}
${rows([
  ['help [COMMAND]', 'What a command does and takes'],
  ['--version', 'The version of this program'],
])}

Exit codes
${rows([
  ['0', 'Done; a run succeeded'],
  ['1', 'A run failed; a document is not valid or not formatted'],
  ['2', 'Wrong usage, or a document or inputs that cannot be run'],
  ['3', 'The run waits for a decision'],
  ['130', 'The run was cancelled'],
])}
`;
}

/** What `threadloom help COMMAND` prints. */
export function commandHelp({ name, summary, usage, options, details, examples }: CommandDefinition): string {
  const optionRows = Object.entries(options).map(([option, { value, help }]): [string, string] => [
    `--${option}${value ? ` ${value}` : ''}`,
    help,
  ]);
  return `${summary}.

Usage: threadloom ${name} ${usage}

${details}

Options
${rows(optionRows)}

Examples
${examples.map((example) => `  ${example}`).join('\n')}
`;
}

function rows(entries: readonly (readonly [string, string])[]): string {
  return entries.map(([name, text]) => `  ${name.padEnd(WIDTH)}  ${text}`).join('\n');
}
