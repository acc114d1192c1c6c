import { lookup as lookupAddresses } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { GuardedFetchError } from '#lib/errors/guarded-fetch-error.ts';

export type ResolvedAddress = { address: string; family: number };
/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const resolveWithSystem: Resolve = (hostname) => lookupAddresses(hostname, { all: true });

/** A name has an address that is not allowed. Which port was meant only the fetch knows. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly reason: string;

  constructor(hostname: string, address: string) {
    const reason = `its address ${address} is not a public address`;
    super(`${hostname} is not allowed: ${reason}`);
    this.reason = reason;
  }
}

/**
 * A `lookup` for sockets that refuses a name when any of its addresses is refused. The socket
 * connects to the very addresses that were judged, so a name that answers differently the next time
 * (DNS rebinding) gains nothing.
 */
export function makeGuardedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const reply = (addresses: ResolvedAddress[]) => {
      const [first] = addresses;
      if (options.all || first === undefined) callback(null, addresses);
      else callback(null, first.address, first.family);
    };
    judge(hostname, resolve, isAllowed).then(reply, (error) => callback(error, []));
  };
}

async function judge(hostname: string, resolve: Resolve, isAllowed: (address: string) => boolean): Promise<ResolvedAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new GuardedFetchError('connection-failed', `${hostname} has no address`);
  const bad = addresses.find(({ address }) => !isAllowed(address));
  if (bad === undefined) return addresses;
  throw new PrivateAddressError(hostname, bad.address);
}
