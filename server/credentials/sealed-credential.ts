import { type CredentialType, type CredentialValue, credentialFields } from '#lib/credentials/credential-type.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

type Id = { readonly credentialId: string; readonly type: CredentialType };

/** The fields of a credential as they are stored. The type belongs to them: it decides how they are sent. */
export function sealFields({ credentialId, type }: Id, fields: unknown, secrets: Pick<SecretBox, 'seal'>): string {
  return secrets.seal(JSON.stringify(fields), aadOf(credentialId, type));
}

/** @throws {AppError} `secret-unreadable` */
export function openFields({ credentialId, type }: Id, sealed: string, secrets: Pick<SecretBox, 'open'>): CredentialValue {
  const fields = credentialFields[type].parse(JSON.parse(secrets.open(sealed, aadOf(credentialId, type))));
  return { type, fields } as CredentialValue;
}

function aadOf(credentialId: string, type: CredentialType): string {
  return `credentials/${credentialId}/${type}`;
}
