import { z } from 'zod';
import {
  type CredentialType,
  type CredentialValue,
  credentialFields,
  type OAuthFields,
} from '#lib/credentials/credential-type.ts';
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

/** Of OAuth 2 fields, which alone have one; it is shown. */
export function grantIn(fields: unknown): OAuthFields['grant'] | null {
  const parsed = z.object({ grant: credentialFields.oauth2.shape.grant }).safeParse(fields);
  return parsed.success ? parsed.data.grant : null;
}

function aadOf(credentialId: string, type: CredentialType): string {
  return `credentials/${credentialId}/${type}`;
}
