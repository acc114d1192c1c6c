import type { CredentialType } from '../../credentials/credential-type.ts';
import { hostPatternSchema } from '../../tools/granted-hosts.ts';
import type { Problem } from '../problem.ts';
import { type Fix, makeFix } from './fix.ts';
import type { FixContext } from './fix-context.ts';

/** What a slot of these nodes is filled with; of any other node a token. */
const typesByNode: Readonly<Record<string, CredentialType>> = { database: 'postgres', email: 'smtp' };

/** Declares the slot that a node or a trigger names, e.g. after its JSON came from another workflow. */
export function slotFixes({ nodeId, texts }: Problem, { workflow }: FixContext): readonly Fix[] {
  const name = texts?.message.params.name;
  if (typeof name !== 'string') return [];
  const node = workflow.nodes.find(({ id }) => id === nodeId);
  const from = workflow.settings.credentials;
  const hosts = hostsIn(node?.config);
  const to = { ...from, [name]: { type: typesByNode[node?.type ?? ''] ?? 'bearer', hosts } };
  return [makeFix('makeSlot', { name }, { kind: 'write', path: ['settings', 'credentials'], from, to })];
}

/** Until a person names the host: a name that no request can have. */
const NO_HOST = 'host.invalid';

/** The host of the literal address of a node. */
function hostsIn(config: Readonly<Record<string, unknown>> = {}): string[] {
  const url = typeof config.url === 'string' ? URL.parse(config.url) : null;
  if (!url) return [NO_HOST];
  const { protocol, hostname, port } = url;
  const host = port === '' && protocol === 'https:' ? hostname : `${hostname}:${port || '80'}`;
  return [hostPatternSchema.safeParse(host).success ? host : NO_HOST];
}
