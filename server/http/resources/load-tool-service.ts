import { isConnectionType } from '#lib/credentials/credential-type.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { ApiOperation } from '#lib/openapi/api-operation.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import type { Repositories } from '../../db/repositories/repositories.ts';
import type { ToolServiceRecord } from '../../db/repositories/tool-service-repository.ts';

/** @throws {AppError} `not-found` */
export async function loadToolService(
  { toolServices }: Pick<Repositories, 'toolServices'>,
  id: string,
): Promise<ToolServiceRecord> {
  const service = await toolServices.get(id);
  if (!service) throw toolServiceNotFound(id);
  return service;
}

export function toolServiceNotFound(id: string): AppError {
  return new AppError('not-found', `There is no service ${id}.`);
}

/** @throws {AppError} `body-invalid` that names the operation which the service does not have */
export function assertOperations(operations: readonly ApiOperation[], chosen: readonly string[]): void {
  const known = operations.map(({ name }) => name);
  const index = chosen.findIndex((name) => !known.includes(name));
  if (index < 0) return;
  const meant = didYouMean(chosen[index] as string, known);
  throw invalidService(
    `operations.${index}`,
    `There is no such operation${meant ? `. Did you mean ${meant}?` : ''}`,
    chosen[index],
  );
}

/** @throws {AppError} `body-invalid` for one that does not exist in the workspace, and one that no request carries */
export async function assertCredential(
  { credentials }: Pick<Repositories, 'credentials'>,
  credentialId: string | null,
): Promise<void> {
  if (credentialId === null) return;
  const found = await credentials.get(credentialId);
  if (!found) throw invalidService('credentialId', 'There is no such credential', credentialId);
  if (isConnectionType(found.type))
    throw invalidService(
      'credentialId',
      `The credential '${found.name}' is of type ${found.type}, which no request carries`,
      credentialId,
    );
}

export function invalidService(field: string, message: string, value?: unknown): AppError {
  const problem = { path: `body.${field}`, message, ...(value !== undefined && { value }) };
  return new AppError('body-invalid', `${problem.path}: ${message}`, { details: { problems: [problem] } });
}
