import { importMcpServers } from '#lib/api/mcp-servers.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { type ImportedServer, mcpServersSchema, readImportedServers } from '#lib/mcp/import-servers.ts';
import { MCP_TIMEOUT_S } from '#lib/mcp/mcp-server.ts';
import { sealFields } from '../../../credentials/sealed-credential.ts';
import { defineHandler, type HandlerContext } from '../../handler-kit/define-handler.ts';
import { loadMcpServer, toMcpServerResource } from '../../resources/mcp-server-resource.ts';

type Added = { readonly serverId: string } | { readonly reason: string };

export const importMcpServersHandler = defineHandler(importMcpServers, async ({ body, ...context }) => {
  const { repos, deps, workspaceId } = context;
  const parsed = mcpServersSchema.safeParse(body);
  if (!parsed.success)
    throw new AppError('body-invalid', 'body: It has no `mcpServers` with servers by name, each with `url` or `command`');
  const added: string[] = [];
  const refused: { name: string; reason: string }[] = [];
  for (const server of readImportedServers(parsed.data)) {
    const result = await add(server, context);
    if ('serverId' in result) added.push(result.serverId);
    else refused.push({ name: server.displayName, reason: result.reason });
  }
  deps.mcp.invalidate(workspaceId);
  const servers = await Promise.all(added.map((serverId) => loadMcpServer(repos, serverId)));
  return { status: 200, body: { added: servers.map(toMcpServerResource), refused } };
});

async function add(server: ImportedServer, context: Pick<HandlerContext, 'repos' | 'deps'>): Promise<Added> {
  const { repos, deps } = context;
  const { name } = server;
  if ('problem' in server)
    return { reason: server.problem === 'no-address' ? 'It has neither url nor command' : 'Its url is no http or https address' };
  const isListed = server.transport !== 'stdio' || deps.mcp.commandNames().includes(name);
  if (!isListed) return { reason: `It runs a command on this machine. The administrator can list it as mcp.commands.${name}` };
  const serverId = deps.newId('mcp');
  const shared = { isEnabled: true, allowTools: null, approvals: {}, timeoutS: MCP_TIMEOUT_S.default };
  try {
    if (server.transport === 'stdio') {
      const command = { url: null, commandName: name, headers: {}, credentialId: null };
      await repos.mcpServers.create({
        ...shared,
        ...command,
        serverId,
        name,
        displayName: server.displayName,
        transport: 'stdio',
      });
      return { serverId };
    }
    const { headers, displayName, transport, url } = server;
    const { plain, secret } = splitHeaders(headers);
    const credentialId = secret === undefined ? null : await addCredential({ name, url, secret }, context);
    const settings = { url, commandName: null, headers: plain, credentialId };
    await repos.mcpServers.create({ ...shared, ...settings, serverId, name, displayName: displayName.slice(0, 100), transport });
    return { serverId };
  } catch (error) {
    if (AppError.is(error) && error.code === 'name-taken') return { reason: error.message };
    throw error;
  }
}

function splitHeaders(headers: Readonly<Record<string, string>>) {
  const isSecret = (header: string) => header.toLowerCase() === 'authorization';
  const plain = Object.fromEntries(Object.entries(headers).filter(([header]) => !isSecret(header)));
  return { plain, secret: Object.entries(headers).find(([header]) => isSecret(header))?.[1] };
}

/** The header `authorization`, for the host of the server only. */
async function addCredential(
  { name, url, secret }: { name: string; url: string; secret: string },
  { repos, deps }: Pick<HandlerContext, 'repos' | 'deps'>,
): Promise<string> {
  const { hostname, host, protocol, port } = new URL(url);
  const credentialId = deps.newId('cred');
  const fields = { name: 'authorization', value: secret };
  const hosts = [protocol === 'https:' && port === '' ? hostname : port === '' ? `${host}:80` : host];
  const sealed = sealFields({ credentialId, type: 'header' }, fields, deps.credentials.secrets);
  await repos.credentials.create({ credentialId, name: `mcp-${name}`, type: 'header', hosts, sealed, oauthGrant: null });
  return credentialId;
}
