export type CardFacts = {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly version: number;
  /** Address of the JSON-RPC endpoint. */
  readonly url: string;
  readonly hasFileInputs: boolean;
  /** What a run may call, for those who have the key. */
  readonly tools?: readonly { readonly id: string; readonly title: string; readonly description: string }[];
};

export const LATEST_VERSION = '1.0';
export const LEGACY_VERSION = '0.3';

/**
 * What a published workflow tells other agents. Its skill is the workflow. Clients of protocol 0.3
 * read the fields `url`, `protocolVersion` and `preferredTransport`.
 */
export function agentCard({ slug, title, description, version, url, hasFileInputs, tools = [] }: CardFacts) {
  const modes = ['text/plain', 'application/json'];
  const inputModes = hasFileInputs ? [...modes, 'application/octet-stream'] : modes;
  return {
    name: title,
    description,
    version: String(version),
    supportedInterfaces: [LATEST_VERSION, LEGACY_VERSION].map((protocolVersion) => ({
      url,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
    url,
    protocolVersion: '0.3.0',
    preferredTransport: 'JSONRPC',
    capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
    supportsAuthenticatedExtendedCard: true,
    securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'bearer' } } },
    securityRequirements: [{ schemes: { key: { list: [] } } }],
    defaultInputModes: inputModes,
    defaultOutputModes: modes,
    skills: [
      { id: slug, name: title, description, tags: ['workflow'] },
      ...tools.map((tool) => ({ id: tool.id, name: tool.title, description: tool.description, tags: ['tool'] })),
    ],
  };
}
