import { type ConnectionValue, isConnection, type SentCredential } from '#lib/credentials/credential-type.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { Clock, CredentialUse, GuardedFetchInit, GuardedResponse } from '#lib/ports/runtime.ts';
import { isOnGrantedHost } from '#lib/tools/granted-hosts.ts';
import { maskText } from '../secrets/mask-text.ts';
import { applyCredential } from './apply-credential.ts';
import { maskSecrets } from './mask-secrets.ts';
import { secretsOf } from './secrets-of.ts';

/** A credential with its values, in memory for one request only. */
export type OpenedCredential = {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly value: SentCredential | ConnectionValue;
  /** With another token, after the service refused the one that it has; undefined where there is none. */
  readonly renewed?: () => Promise<OpenedCredential | undefined>;
};

export type Authorizing = {
  /** @throws {GuardedFetchError} `credential-missing` when there is none */
  readonly open: (use: CredentialUse) => Promise<OpenedCredential>;
  readonly clock: Pick<Clock, 'now'>;
};

type Request = { readonly url: string; readonly init: GuardedFetchInit };
export type AuthorizedRequest = Request & {
  /** The answer, without the secrets that its server repeats. */
  maskResponse(response: GuardedResponse): GuardedResponse;
  /** The same of a text, such as one event of a streamed answer. */
  maskText(text: string): string;
  /** The same request with another token, after the service refused this one: `sendAuthorized` uses it. */
  renewed(): Promise<AuthorizedRequest | undefined>;
};

/**
 * The request with the credential in it, for the moment before it leaves: the only place where a value is
 * decrypted. It is refused unless both the credential and the workflow's slot name the host, over https unless
 * that host is named with a port. The caller sends it without following redirects to another origin.
 * @throws {GuardedFetchError} `credential-missing`, `credential-refused`, `request-invalid`
 */
export async function authorizeRequest(
  { open, clock }: Authorizing,
  use: CredentialUse,
  request: Request,
): Promise<AuthorizedRequest> {
  const credential = await open(use);
  assertAllowed(request.url, credential, use);
  return withValue(credential, request, clock);
}

function withValue(credential: OpenedCredential, request: Request, clock: Authorizing['clock']): AuthorizedRequest {
  const { name, value } = credential;
  if (isConnection(value))
    throw new GuardedFetchError(
      'credential-refused',
      `The credential '${name}' is of type ${value.type}, which no request carries`,
    );
  const secrets = secretsOf(value);
  return {
    ...applyCredential(value, request, clock.now()),
    maskResponse: (response) => maskSecrets(response, secrets),
    maskText: (text) => maskText(text, secrets),
    async renewed() {
      const next = await credential.renewed?.();
      if (!next) return undefined;
      const { maskResponse, maskText: mask, ...other } = withValue(next, request, clock);
      // A server may repeat the token of before.
      return {
        ...other,
        maskResponse: (response) => maskSecrets(maskResponse(response), secrets),
        maskText: (text) => maskText(mask(text), secrets),
      };
    },
  };
}

function assertAllowed(text: string, { name, hosts, value }: OpenedCredential, use: CredentialUse): void {
  const slot = 'slot' in use ? use : undefined;
  if (slot && value.type !== slot.declared.type)
    throw new GuardedFetchError(
      'credential-refused',
      `The slot '${slot.slot}' takes a credential of type ${slot.declared.type}, but '${name}' is of type ${value.type}`,
    );
  const url = new URL(text);
  const lists = [
    [`The credential '${name}'`, hosts] as const,
    ...(slot ? [[`The slot '${slot.slot}'`, slot.declared.hosts] as const] : []),
  ];
  for (const [whose, list] of lists) {
    if (isOnGrantedHost(url, list)) continue;
    throw new GuardedFetchError('credential-refused', `${whose} may be sent to ${list.join(', ')} only, not to ${url.host}`);
  }
  if (url.protocol === 'https:' || hosts.includes(`${url.hostname}:${url.port || '80'}`)) return;
  throw new GuardedFetchError(
    'credential-refused',
    `The credential '${name}' is not sent over plain http. Use https, or name the host with its port in the credential`,
  );
}
