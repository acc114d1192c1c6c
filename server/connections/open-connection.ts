import type { ConnectionValue } from '#lib/credentials/credential-type.ts';
import { isConnection } from '#lib/credentials/credential-type.ts';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';
import type { CredentialUse } from '#lib/ports/runtime.ts';
import { isOnGrantedHost } from '#lib/tools/granted-hosts.ts';
import type { Authorizing } from '../credentials/authorize-request.ts';
import { type HostRules, resolveHost } from '../fetch/resolve-host.ts';

export type ConnectionOptions = Pick<Authorizing, 'open'> & { readonly hosts: HostRules };

/** A connection's values, in memory for one use only, and the address that was judged. */
export type OpenedConnection<Type extends ConnectionValue['type']> = {
  readonly name: string;
  readonly value: Extract<ConnectionValue, { type: Type }>;
  readonly address: string;
};

/**
 * Opens a credential that is a connection, for the moment in which it is used.
 * @throws {GuardedFetchError} `credential-missing`, `credential-refused` for another type or host, `url-refused`
 */
export async function openConnection<Type extends ConnectionValue['type']>(
  use: CredentialUse,
  types: readonly Type[],
  { open, hosts }: ConnectionOptions,
): Promise<OpenedConnection<Type>> {
  const { name, value, hosts: granted } = await open(use);
  if (!isConnection(value) || !(types as readonly string[]).includes(value.type))
    throw new GuardedFetchError(
      'credential-refused',
      `The credential '${name}' is of type ${value.type}, and ${types.join(' or ')} is needed here`,
    );
  const { host, port } = value.fields;
  const url = new URL(`https://${host}:${port}`);
  const slot = 'slot' in use ? use : undefined;
  if (slot && slot.declared.type !== value.type)
    throw new GuardedFetchError(
      'credential-refused',
      `The slot '${slot.slot}' takes a credential of type ${slot.declared.type}, but '${name}' is of type ${value.type}`,
    );
  const lists = [
    [`The credential '${name}'`, granted] as const,
    ...(slot ? [[`The slot '${slot.slot}'`, slot.declared.hosts] as const] : []),
  ];
  for (const [whose, list] of lists)
    if (!isOnGrantedHost(url, list))
      throw new GuardedFetchError(
        'credential-refused',
        `${whose} may be sent to ${list.join(', ')} only, not to ${host}:${port}`,
      );
  const address = await resolveHost({ host, port }, hosts);
  return { name, value: value as Extract<ConnectionValue, { type: Type }>, address };
}
