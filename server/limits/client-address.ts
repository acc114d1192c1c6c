import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_GROUPS = 4;
/** Proxies in a row that are followed; a longer header is cut. */
const MAX_FORWARDED = 20;
/** Clients of a proxy, a container network or an office. */
const SHARED_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat', 'unspecified'];

type Network = ReturnType<typeof ipaddr.parseCIDR>;
type Incoming = {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

/** True for an address or a network as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) || ipaddr.isValid(text);
}

/** One customer has a whole IPv6 /64, so single addresses of it would each have a count of one. */
export function networkOf(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined || !ipaddr.isValid(remoteAddress)) return 'unknown';
  const address = ipaddr.process(remoteAddress);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.map((part, index) => (index < IPV6_NETWORK_GROUPS ? part : 0));
  return `${new ipaddr.IPv6(groups).toString()}/64`;
}

/** Addresses of clients. `X-Forwarded-For` is believed only from proxies that the administrator names. */
export class ClientAddresses {
  readonly #proxies: readonly Network[];

  /** @param trustedProxies addresses and networks */
  constructor(trustedProxies: readonly string[] = []) {
    this.#proxies = trustedProxies.map((text) => (text.includes('/') ? ipaddr.parseCIDR(text) : wholeAddress(text)));
  }

  /** The address of the nearest client that is not a trusted proxy; undefined if the connection is closed. */
  of({ socket, headers }: Incoming): string | undefined {
    let address = socket.remoteAddress;
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').slice(-MAX_FORWARDED);
    while (this.#isProxy(address)) {
      const before = forwarded.pop()?.trim();
      if (before === undefined || !ipaddr.isValid(before)) return address;
      address = before;
    }
    return address;
  }

  /**
   * The network that a stranger is counted by. Undefined for addresses inside of a private network where no proxy is
   * named: a proxy may send the requests of all clients from one of them.
   */
  networkFor(incoming: Incoming): string | undefined {
    const address = this.of(incoming);
    if (address === undefined || !ipaddr.isValid(address) || this.#isProxy(address)) return undefined;
    const isShared = this.#proxies.length === 0 && SHARED_RANGES.includes(ipaddr.process(address).range());
    return isShared ? undefined : networkOf(address);
  }

  #isProxy(text: string | undefined): boolean {
    if (text === undefined || this.#proxies.length === 0 || !ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return this.#proxies.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  }
}

function wholeAddress(text: string): Network {
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Network;
}
