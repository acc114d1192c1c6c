import { isConnectionType } from '#lib/credentials/credential-type.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

/**
 * A credential that requests carry.
 * @throws {AppError} `not-found` for an id without a credential in the workspace; `body-invalid` for one of a type
 * that opens a connection
 */
export async function assertCredential(credentialId: string | null | undefined, repos: Repositories): Promise<void> {
  if (!credentialId) return;
  const found = await repos.credentials.get(credentialId);
  if (!found) throw new AppError('not-found', `There is no credential ${credentialId}.`);
  if (isConnectionType(found.type))
    throw refusedCredential(`The credential '${found.name}' is of type ${found.type}, which no request carries`);
}

/** Of the field `credentialId` of a body. */
export function refusedCredential(message: string): AppError {
  const path = 'body.credentialId';
  return new AppError('body-invalid', `${path}: ${message}`, { details: { problems: [{ path, message }] } });
}
