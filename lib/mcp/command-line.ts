import type { ImportedCommand } from './import-servers.ts';

/** Characters that change how a terminal or a person reads a line. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const PLAIN = /^[\w@%+=:,./-]+$/;

/**
 * What an administrator runs so that workspaces may choose this command. Quoted for a POSIX shell.
 * @returns undefined for texts that a person cannot check by reading them
 */
export function commandLineOf(name: string, { command, args, env }: ImportedCommand): string | undefined {
  const variables = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  const words = ['npx', 'threadloom', 'mcp', 'add', name, ...variables, '--', command, ...args];
  return words.some((word) => HIDDEN.test(word)) ? undefined : words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
