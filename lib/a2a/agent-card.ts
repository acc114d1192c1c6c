import { z } from 'zod';
import { NodeFailure } from '#lib/errors/node-failure.ts';

const versions = ['1.0', '0.3'] as const;
export type AgentProtocol = (typeof versions)[number];
/** Where an agent is called, and in which version of the protocol. */
export type AgentInterface = { readonly url: string; readonly version: AgentProtocol };

const CARD_PATH = '/.well-known/agent-card.json';
const cardSchema = z.looseObject({
  /** 1.0: in the order of preference. */
  supportedInterfaces: z
    .array(z.looseObject({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() }))
    .optional(),
  /** 0.3. */
  url: z.string().optional(),
  preferredTransport: z.string().optional(),
});

/** The address of the card of an agent; an address that ends in `.json` is that of the card. */
export function cardAddressOf(agent: URL): string {
  if (agent.pathname.endsWith('.json')) return agent.href;
  const address = new URL(agent);
  address.pathname = `${agent.pathname.replace(/\/$/, '')}${CARD_PATH}`;
  return address.href;
}

/**
 * The interface of a card that speaks JSON-RPC, in the latest known version.
 * @param path of the field that names the agent, for errors
 * @throws {NodeFailure} `a2a-card-invalid`
 */
export function readInterface(card: unknown, cardUrl: string, path?: string): AgentInterface {
  const invalid = (message: string) => new NodeFailure('a2a-card-invalid', message, path === undefined ? {} : { path });
  /** A credential is sent to the server of the card alone. */
  const ownAddress = (url: string): string => {
    const address = URL.canParse(url, cardUrl) ? new URL(url, cardUrl) : undefined;
    if (address && address.origin === new URL(cardUrl).origin) return address.href;
    throw invalid(`The card ${cardUrl} names an agent on another server: ${url}`);
  };
  const read = cardSchema.safeParse(card);
  if (!read.success) throw invalid(`${cardUrl} is no agent card`);
  const { supportedInterfaces = [], url, preferredTransport = 'JSONRPC' } = read.data;
  const spoken = supportedInterfaces.filter(({ protocolBinding }) => protocolBinding === 'JSONRPC');
  for (const version of versions) {
    const found = spoken.find(({ protocolVersion }) => protocolVersion.startsWith(version));
    if (found) return { url: ownAddress(found.url), version };
  }
  if (supportedInterfaces.length === 0 && url !== undefined && preferredTransport === 'JSONRPC')
    return { url: ownAddress(url), version: '0.3' };
  throw invalid(`The agent of ${cardUrl} does not speak JSON-RPC in A2A ${versions.join(' or ')}`);
}
