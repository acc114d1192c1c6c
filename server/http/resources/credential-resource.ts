import type { CredentialResource } from '#lib/api/credentials.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { CredentialSummary } from '../../db/repositories/credential-repository.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

export function credentialNotFound(credentialId: string): AppError {
  return new AppError('not-found', `There is no credential ${credentialId}.`);
}

/** @throws {AppError} `not-found` */
export async function loadCredential({ credentials }: Repositories, credentialId: string): Promise<CredentialSummary> {
  const found = await credentials.get(credentialId);
  if (!found) throw credentialNotFound(credentialId);
  return found;
}

export function toCredentialResource(credential: CredentialSummary): CredentialResource {
  const { credentialId, hosts, usedBy, createdAt, changedAt, lastUsedAt, connection, ...rest } = credential;
  return {
    id: credentialId,
    ...rest,
    hosts: [...hosts],
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    connection: connection && { ...connection, expiresAt: connection.expiresAt?.toISOString() ?? null },
    usedBy: usedBy.map((user) => ({ ...user })),
  };
}
