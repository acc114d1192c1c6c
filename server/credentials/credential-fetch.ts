import type { CredentialValue } from '#lib/credentials/credential-type.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { Clock, CredentialUse, GuardedFetch } from '#lib/ports/runtime.ts';
import { isOnGrantedHost } from '#lib/tools/granted-hosts.ts';
import { applyCredential } from './apply-credential.ts';
import { maskSecrets } from './mask-secrets.ts';
import { secretsOf } from './secrets-of.ts';

/** A credential with its values, in memory for one request only. */
export type OpenedCredential = {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly value: CredentialValue;
};

type Options = {
  readonly fetch: GuardedFetch;
  /** @throws {GuardedFetchError} `credential-missing` when none fills the slot */
  readonly open: (use: CredentialUse) => Promise<OpenedCredential>;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * Adds the credential of a request where it leaves: the only place where its value is decrypted. It is
 * sent only to a host that both the credential and the workflow's slot name, over https unless that host
 * is named with a port; redirects to another origin go without it; and what the server repeats of
 * it is masked before anyone reads the answer.
 */
export function withCredentials({ fetch, open, clock }: Options): GuardedFetch {
  return async (url, { credential: use, ...init } = {}) => {
    if (use === undefined) return fetch(url, init);
    const credential = await open(use);
    assertAllowed(url, credential, use);
    const request = applyCredential(credential.value, { url, init }, clock.now());
    const response = await fetch(request.url, request.init);
    return maskSecrets(response, secretsOf(credential.value));
  };
}

function assertAllowed(text: string, { name, hosts, value }: OpenedCredential, { slot, declared }: CredentialUse): void {
  if (value.type !== declared.type)
    throw new GuardedFetchError(
      'credential-refused',
      `The slot '${slot}' takes a credential of type ${declared.type}, but '${name}' is of type ${value.type}`,
    );
  const url = new URL(text);
  for (const [whose, list] of [
    [`The credential '${name}'`, hosts],
    [`The slot '${slot}'`, declared.hosts],
  ] as const) {
    if (isOnGrantedHost(url, list)) continue;
    throw new GuardedFetchError('credential-refused', `${whose} may be sent to ${list.join(', ')} only, not to ${url.host}`);
  }
  if (url.protocol === 'https:' || hosts.includes(`${url.hostname}:${url.port || '80'}`)) return;
  throw new GuardedFetchError(
    'credential-refused',
    `The credential '${name}' is not sent over plain http. Use https, or name the host with its port in the credential`,
  );
}
