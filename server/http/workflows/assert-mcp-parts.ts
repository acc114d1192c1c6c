import { AppError } from '#lib/errors/app-error.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import { assertCredential } from './assert-credential.ts';

type Parts = { readonly commandName?: string | null; readonly credentialId: string | null };
type Known = { readonly repos: Repositories; readonly commandNames: readonly string[] };

/**
 * What an MCP server refers to exists.
 * @throws {AppError} `body-invalid` for a command, `not-found` for a credential
 */
export async function assertMcpParts({ commandName = null, credentialId }: Parts, { repos, commandNames }: Known): Promise<void> {
  if (commandName !== null && !commandNames.includes(commandName)) {
    const known = commandNames.length > 0 ? `It lists: ${commandNames.join(', ')}` : 'It lists none';
    const message = `The config file lists no command '${commandName}' under mcp.commands. ${known}`;
    throw new AppError('body-invalid', `body.command: ${message}`, {
      details: { problems: [{ path: 'body.command', message, value: commandName }] },
    });
  }
  await assertCredential(credentialId, repos);
}
