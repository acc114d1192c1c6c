import { AppError } from '#lib/errors/app-error.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';

/** @throws {AppError} `not-found` for an id without a credential in the workspace */
export async function assertCredential(credentialId: string | null | undefined, repos: Repositories): Promise<void> {
  if (credentialId && !(await repos.credentials.get(credentialId)))
    throw new AppError('not-found', `There is no credential ${credentialId}.`);
}
