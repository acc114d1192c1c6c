import type { StoredValueResource } from '#lib/api/stored-values.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import type { StoredValueRow } from '../../db/repositories/value-repository.ts';

export function toStoredValueResource({ key, value, updatedAt, expiresAt }: StoredValueRow): StoredValueResource {
  return { key, value, updatedAt: updatedAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null };
}

export function storedValueNotFound(key: string): AppError {
  return new AppError('not-found', `There is no stored value '${key}'.`);
}
