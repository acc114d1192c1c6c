import { updateCredential } from '#lib/api/credentials.contract.ts';
import { type CredentialType, credentialFields } from '#lib/credentials/credential-type.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { isOnGrantedHost } from '#lib/tools/granted-hosts.ts';
import { grantIn, sealFields } from '../../../credentials/sealed-credential.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { loadCredential, toCredentialResource } from '../../resources/credential-resource.ts';

export const updateCredentialHandler = defineHandler(updateCredential, async ({ params, body, repos, deps, workspaceId }) => {
  const { name, hosts, fields } = body;
  const { credentialId, type } = await loadCredential(repos, params.id);
  const parsed = fields && parseFields(type, fields);
  const change = {
    ...(name !== undefined && { name }),
    ...(hosts && { hosts }),
    ...(parsed !== undefined && {
      sealed: sealFields({ credentialId, type }, parsed, deps.credentials.secrets),
      oauthGrant: grantIn(parsed),
    }),
  };
  let isChanged = false;
  while (!isChanged) {
    const { hosts: before } = await loadCredential(repos, credentialId);
    if (hosts && !fields) refuseToMove(before, hosts);
    isChanged = await repos.credentials.change(credentialId, change, { hosts: before });
  }
  if (parsed !== undefined && type === 'oauth2') await deps.credentials.forgetTokens({ credentialId, workspaceId });
  return { status: 200, body: toCredentialResource(await loadCredential(repos, credentialId)) };
});

/** An editor of hosts could otherwise have the stored values sent to an own one. Fewer hosts are fine. */
function refuseToMove(before: readonly string[], hosts: readonly string[]): void {
  const covers = (host: string) =>
    before.includes(host) || (/^[^:*]+$/.test(host) && isOnGrantedHost(new URL(`https://${host}`), before));
  const added = hosts.find((host) => !covers(host));
  if (added === undefined) return;
  const message = `The stored values are not taken along to ${added}. Write them again, together with the host`;
  throw new AppError('body-invalid', `body.hosts: ${message}`, { details: { problems: [{ path: 'body.hosts', message }] } });
}

/** The values themselves are never in the error. */
function parseFields(type: CredentialType, fields: unknown): unknown {
  const parsed = credentialFields[type].safeParse(fields);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: ['body', 'fields', ...path].join('.'), message }));
  throw new AppError('body-invalid', `${problems[0]?.path}: ${problems[0]?.message}`, { details: { problems } });
}
